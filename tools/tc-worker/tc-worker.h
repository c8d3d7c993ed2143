// What the files of tc-worker share.
#ifndef TC_TOOLS_TC_WORKER_H
#define TC_TOOLS_TC_WORKER_H

#include "worker/message.h"

/// SOURCE and the options of a compilation to ARTIFACT and STATS.
TcStatus workerCompile(const TcMessage *request, TcMessage *answer) TC_MUST_USE;

/// SOURCE through PIPELINE to SOURCE in FORM.
TcStatus workerModule(const TcMessage *request, TcMessage *answer) TC_MUST_USE;

/// From now on.
void workerReportCrashes(void);

/// As $TC_WORKER_FAULT says. Before there are threads.
void workerInjectFaults(void);

#endif // TC_TOOLS_TC_WORKER_H
