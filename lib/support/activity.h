// The pass and the kernel that a thread is working on, for crash reports.
#ifndef TC_SUPPORT_ACTIVITY_H
#define TC_SUPPORT_ACTIVITY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TcActivity {
  TC_ACTIVITY_KERNEL = 0,
  TC_ACTIVITY_PASS = 1,
  TC_ACTIVITY_COUNT
} TcActivity;

/// `name` is copied and may be cut; NULL: the thread works on none. Returns
/// nonzero if the pass or kernel of that name has to fail (see
/// tcActivityObserver).
int tcActivitySet(TcActivity activity, const char *name);

/// The name, or "". Safe in a signal handler of the thread.
const char *tcActivityGet(TcActivity activity);

/// Called on the thread with each name that it sets; may be NULL. Set it before
/// threads are started. It returns nonzero to make the pass or kernel of that
/// name fail, in a test.
extern int (*tcActivityObserver)(const char *name);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_ACTIVITY_H
