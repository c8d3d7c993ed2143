// Crashes and lack of memory of the compiler: what they report, and fault
// injection for tests.
#ifndef TC_SUPPORT_FAULT_H
#define TC_SUPPORT_FAULT_H

#ifdef __cplusplus
extern "C" {
#endif

/// From now on a crash reports its pass and kernel on the standard error, after
/// a line with TC-7602 in the name of `tool` (NULL: without that line). The
/// process then ends by the signal, as it would have.
void tcReportCrashes(const char *tool);

/// Ends the process by exit code 1, after a line with TC-6001 in the name of
/// the tool above, its pass and kernel: for tcSetNoMemoryHandler.
void tcEndWithoutMemory(void);

/// Sets up $TC_WORKER_FAULT (fault.c). Call it before starting threads.
void tcInjectFaults(void);

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_FAULT_H
