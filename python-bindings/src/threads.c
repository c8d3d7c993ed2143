//===- threads.c - Whose threads run kernels ------------------------*- C
//-*-===//
//
// Threads that run kernels. Where PyTorch is loaded, its own:
// torch.set_num_threads, affinity and OpenMP's settings are obeyed, and no
// second pool competes for the cores. PyTorch offers parallel_for to C since
// 2.10; it is looked up, not linked. Else a pool of the runtime, created when
// it is first needed.
//
//===----------------------------------------------------------------------===//

#include "core.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// PyTorch's
//===----------------------------------------------------------------------===//

enum { CACHE_LINE = 64 };

/// Scratch of a launch, which lies behind this.
typedef struct Scratch {
  _Alignas(CACHE_LINE) size_t bytes;
} Scratch;

static struct {
  bool asked;
  int32_t (*parallelFor)(int64_t begin, int64_t end, int64_t grain,
                         void (*body)(int64_t, int64_t, void *), void *context);
  int32_t (*numThreads)(uint32_t *threads);
  TcHeap *heap;            ///< of scratch
  _Atomic(Scratch *) kept; ///< between launches: the last one's
} torch;

/// libtorch_cpu.so beside torch/__init__.py, if it is loaded.
static void *torchLibrary(void) {
  PyObject *modules = PyImport_GetModuleDict();
  PyObject *module = PyDict_GetItemString(modules, "torch");
  PyObject *file = module ? PyObject_GetAttrString(module, "__file__") : NULL;
  const char *path = file ? PyUnicode_AsUTF8AndSize(file, NULL) : NULL;
  const char *slash = path ? strrchr(path, '/') : NULL;
  char library[4096];
  // PyUnicode_FromFormat has no "%.*s" before Python 3.12.
  int length =
      slash ? snprintf(library, sizeof library, "%.*s/lib/libtorch_cpu.so",
                       (int)(slash - path), path)
            : 0;
  Py_XDECREF(file);
  PyErr_Clear();
  return length > 0 && (size_t)length < sizeof library
             ? dlopen(library, RTLD_NOLOAD | RTLD_LAZY)
             : NULL;
}

static bool findTorch(void) {
  if (torch.asked)
    return torch.parallelFor != NULL;
  torch.asked = true;
  void *library = torchLibrary();
  void *parallelFor = library ? dlsym(library, "torch_parallel_for") : NULL;
  void *numThreads = library ? dlsym(library, "torch_get_num_threads") : NULL;
  torch.heap = tcHeapCreate(0);
  if (!parallelFor || !numThreads || !torch.heap)
    return false;
  memcpy(&torch.numThreads, &numThreads, sizeof numThreads);
  memcpy(&torch.parallelFor, &parallelFor, sizeof parallelFor);
  return true;
}

/// The tasks that one thread starts with; other threads take over some when
/// they run out.
typedef struct Share {
  _Alignas(CACHE_LINE) _Atomic int64_t next;
  int64_t end;
} Share;

typedef struct Job {
  TcPhaseFn phase;
  void *const *buffers;
  const int64_t *sizes;
  int64_t grain;
  char *scratch;
  size_t scratchBytes; ///< of one thread
  int64_t numShares;
  Share *shares;
} Job;

static void runShare(const Job *job, Share *share, void *scratch) {
  for (;;) {
    int64_t lo = atomic_fetch_add_explicit(&share->next, job->grain,
                                           memory_order_relaxed);
    if (lo >= share->end)
      return;
    int64_t hi = share->end - lo < job->grain ? share->end : lo + job->grain;
    job->phase(job->buffers, job->sizes, scratch, lo, hi);
  }
}

/// One call a thread, or one for all of them where PyTorch runs it serially.
static void runShares(int64_t begin, int64_t end, void *context) {
  const Job *job = context;
  (void)end;
  void *scratch =
      job->scratch ? job->scratch + (size_t)begin * job->scratchBytes : NULL;
  for (int64_t i = 0; i < job->numShares; ++i)
    runShare(job, &job->shares[(begin + i) % job->numShares], scratch);
}

static void dealShares(Job *job, int64_t numTasks) {
  int64_t chunks = (numTasks + job->grain - 1) / job->grain;
  for (int64_t i = 0; i < job->numShares; ++i) {
    int64_t end = chunks * (i + 1) / job->numShares * job->grain;
    job->shares[i].end = end < numTasks ? end : numTasks;
    atomic_init(&job->shares[i].next, chunks * i / job->numShares * job->grain);
  }
}

static TcStatus noScratch(size_t bytes) {
  return tcStatusMake(6530, "no memory for %zu bytes of scratch", bytes);
}

/// Scratch of so many bytes, or NULL. Launches need all sizes: from a heap that
/// keeps no more than the most that was live at once, one would have pages
/// unmapped that another one of the next call faults in again. So one block is
/// kept between launches, which grows. Calls of other threads that find it
/// taken get theirs from the heap.
static Scratch *takeScratch(size_t bytes) {
  Scratch *scratch = atomic_exchange(&torch.kept, NULL);
  if (scratch && scratch->bytes >= bytes)
    return scratch;
  tcHeapFree(torch.heap, scratch);
  scratch = tcHeapAlloc(torch.heap, sizeof *scratch + bytes, CACHE_LINE);
  if (scratch)
    scratch->bytes = bytes;
  return scratch;
}

static void keepScratch(Scratch *scratch) {
  tcHeapFree(torch.heap, atomic_exchange(&torch.kept, scratch));
}

static TcStatus runSerial(Job *job, int64_t numTasks) {
  Scratch *scratch = NULL;
  if (job->scratchBytes && !(scratch = takeScratch(job->scratchBytes)))
    return noScratch(job->scratchBytes);
  job->phase(job->buffers, job->sizes, scratch ? scratch + 1 : NULL, 0,
             numTasks);
  if (scratch)
    keepScratch(scratch);
  return TC_OK;
}

static TcStatus runParallel(Job *job, int64_t numTasks) {
  size_t shares = (size_t)job->numShares * sizeof(Share);
  size_t bytes = shares + (size_t)job->numShares * job->scratchBytes;
  Scratch *scratch = takeScratch(bytes);
  if (!scratch)
    return noScratch(bytes);
  job->shares = (Share *)(scratch + 1);
  job->scratch = job->scratchBytes ? (char *)job->shares + shares : NULL;
  dealShares(job, numTasks);
  int32_t failed = torch.parallelFor(0, job->numShares, 1, runShares, job);
  keepScratch(scratch);
  return failed
             ? tcStatusMake(TC_ERROR_PY_LOAD, "PyTorch's parallel_for failed")
             : TC_OK;
}

static TcStatus torchParallelFor(void *context, TcPhaseFn phase,
                                 void *const *buffers, const int64_t *sizes,
                                 int64_t numTasks, int64_t grain,
                                 size_t scratchBytes) {
  uint32_t threads = 1;
  (void)context;
  if (numTasks <= 0)
    return TC_OK;
  Job job = {.phase = phase,
             .buffers = buffers,
             .sizes = sizes,
             .grain = grain > 0 ? grain : 1,
             .scratchBytes =
                 (scratchBytes + CACHE_LINE - 1) & ~(size_t)(CACHE_LINE - 1)};
  int64_t chunks = (numTasks - 1) / job.grain + 1;
  if (chunks > 1)
    torch.numThreads(&threads);
  job.numShares = chunks < threads ? chunks : threads;
  return job.numShares < 2 ? runSerial(&job, numTasks)
                           : runParallel(&job, numTasks);
}

//===----------------------------------------------------------------------===//
// Ours
//===----------------------------------------------------------------------===//

static TcPool *pool;
static bool inChild; ///< of a fork

/// As many threads as PyTorch would use, where it is loaded: its data loader
/// workers, for example, have one each.
static uint32_t wantedThreads(bool useTorch) {
  uint32_t threads = 0;
  if (useTorch && torch.numThreads)
    torch.numThreads(&threads);
  return threads;
}

bool tcPyThreads(bool useTorch, TcPyThreads *threads) {
  *threads = (TcPyThreads){torchParallelFor, NULL, 1};
  if (useTorch && findTorch() && !inChild)
    return torch.numThreads(&threads->number), true;
  TcPoolOptions options = {.structSize = sizeof options,
                           .numThreads = wantedThreads(useTorch)};
  if (!pool)
    pool = tcPoolCreate(&options);
  *threads = (TcPyThreads){tcPoolParallelFor, pool, 0};
  if (!pool)
    PyErr_NoMemory();
  return pool != NULL;
}

/// In a child after fork: the pool's threads are the parent's, and PyTorch's
/// OpenMP does not survive a fork once it has run in the parent, so the child
/// creates a pool of its own.
void tcPyThreadsInChild(void) {
  pool = NULL;
  inChild = true;
}
