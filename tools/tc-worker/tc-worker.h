// Shared by the files of tc-worker.
#ifndef TC_TOOLS_TC_WORKER_H
#define TC_TOOLS_TC_WORKER_H

#include "worker/message.h"

/// Compiles: SOURCE and options in, ARTIFACT and STATS out.
TcStatus workerCompile(const TcMessage *request, TcMessage *answer) TC_MUST_USE;

/// Runs passes: SOURCE and PIPELINE in, SOURCE in FORM out.
TcStatus workerModule(const TcMessage *request, TcMessage *answer) TC_MUST_USE;

#endif // TC_TOOLS_TC_WORKER_H
