// What a thread is at, for those who report its crash: the pass, and the kernel
// whose code is made.
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

/// `name` is copied, its first characters; NULL: the thread is at none. Nonzero
/// if what has the name is to fail.
int tcActivitySet(TcActivity activity, const char *name);

/// The name, or "". Safe in a signal handler of the thread.
const char *tcActivityGet(TcActivity activity);

/// Called with each name that is set, by the thread; NULL: nobody. Set it
/// before there are threads. Nonzero: what has the name is to fail, in a test.
extern int (*tcActivityObserver)(const char *name);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_ACTIVITY_H
