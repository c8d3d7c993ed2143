//===- worker/client.h - Compiling in another process --------------*- C
//-*-===//
//
// Starts tc-worker when it is first needed, keeps it for later requests, and
// starts another one if it died, exceeded its limits, or is busy. A crash of
// the compiler is only an error here. The workers end with the process that
// started them.
//
// Needs libc and threads alone. Any thread may call any function.
//
//===----------------------------------------------------------------------===//

#ifndef TC_WORKER_CLIENT_H
#define TC_WORKER_CLIENT_H

#include "worker/message.h"

enum {
  TC_ERROR_WORKER_START = 7701,       ///< cannot be run
  TC_ERROR_WORKER_DIED = 7602,        ///< while it was at a request
  TC_ERROR_WORKER_NO_MEMORY = 6602,   ///< it needed more than its limit
  TC_ERROR_WORKER_TIME = 8602,        ///< it took longer than its limit
  TC_ERROR_WORKER_INTERRUPTED = 8603, ///< `interrupted` said so
};

typedef struct TcWorkers TcWorkers;

/// Workers that run the program `path`, which is copied; at most `limit` at
/// once (0: one per CPU), more requests wait. None is started yet. NULL without
/// memory.
TcWorkers *tcWorkersCreate(const char *path, unsigned limit);

/// Ends all workers. No request may be under way. NULL is fine.
void tcWorkersFree(TcWorkers *workers);

typedef struct TcWorkerLimits {
  double seconds; ///< from the request to its answer; 0: any
  /// Called about ten times a second while waiting; true ends the worker and
  /// the request with TC-8603. May be NULL.
  bool (*interrupted)(void *context);
  void *context;
} TcWorkerLimits;

/// Sends the request and waits for its answer, which the caller frees also
/// after an error. An error in the answer is returned as this function's error.
TcStatus tcWorkersCall(TcWorkers *workers, const TcMessage *request,
                       const TcWorkerLimits *limits,
                       TcMessage *answer) TC_MUST_USE;

/// In a child after fork: the workers are the parent's, which goes on with
/// them; the child forgets them and will start its own. `tcWorkersBeforeFork`
/// and `tcWorkersAfterFork` go around fork in the parent.
void tcWorkersBeforeFork(TcWorkers *workers);
void tcWorkersAfterFork(TcWorkers *workers);
void tcWorkersInChild(TcWorkers *workers);

/// Workers that have been started, and process ids of those at hand (at most
/// `capacity` into `pids`); for tests and reports. Gives how many there are.
size_t tcWorkersList(TcWorkers *workers, int *pids, size_t capacity,
                     unsigned *started);

#endif // TC_WORKER_CLIENT_H
