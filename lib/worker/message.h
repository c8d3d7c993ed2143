//===- worker/message.h - What client and worker exchange ----------*- C
//-*-===//
//
// A client and a worker exchange messages over an unnamed pair of sockets, the
// worker's standard input: a header, then fields, each a tag, a length and that
// many bytes. A request names its kind (TC_FIELD_REQUEST); an answer without
// TC_FIELD_NUMBER means success. Both ends are on one machine and of one
// version, which the worker's first message (TC_FIELD_HELLO) proves.
//
//===----------------------------------------------------------------------===//

#ifndef TC_WORKER_MESSAGE_H
#define TC_WORKER_MESSAGE_H

#include "tc/status.h"

#include <stddef.h>
#include <stdint.h>

/// What a request asks for.
typedef enum TcWorkerRequest {
  TC_REQUEST_COMPILE = 1, ///< SOURCE, options -> ARTIFACT, STATS
  TC_REQUEST_MODULE = 2,  ///< SOURCE, NAME, PIPELINE, FORM -> SOURCE
} TcWorkerRequest;

typedef enum TcWorkerField {
  TC_FIELD_HELLO = 1,   ///< tcWorkerHello()
  TC_FIELD_REQUEST = 2, ///< u64
  TC_FIELD_SOURCE = 3,  ///< MLIR text or bytecode
  TC_FIELD_NAME = 4,    ///< what locations call the source
  TC_FIELD_PIPELINE = 5,
  TC_FIELD_TARGET = 6,
  TC_FIELD_PART = 7,
  TC_FIELD_WRT = 8,
  TC_FIELD_THREADS = 9,       ///< u64
  TC_FIELD_FORM = 10,         ///< u64, a TcModuleForm (tc/module.h)
  TC_FIELD_MEMORY_LIMIT = 11, ///< u64, bytes; 0: none
  TC_FIELD_AUTOTUNE = 12,     ///< u64, milliseconds of search; 0: none
  TC_FIELD_SCHEDULES = 13,    ///< the folder of finds; may be absent
  TC_FIELD_ATOMICS = 14,      ///< u64: whether these are permitted
  TC_FIELD_ARTIFACT = 20,     ///< a shared object
  TC_FIELD_STATS = 21,        ///< a TcCompileStats
  TC_FIELD_NUMBER = 30,       ///< u64: of an error
  TC_FIELD_TEXT = 31,         ///< its message
  TC_FIELD_PLACE = 32,        ///< its location; may be absent
} TcWorkerField;

/// The worker ends with this when an allocation fails under its limit.
enum { TC_WORKER_EXIT_NO_MEMORY = 66 };

/// The bytes of a message. All zeros is an empty one.
typedef struct TcMessage {
  char *data;
  size_t size, capacity;
  bool failed; ///< there was no memory for a field
} TcMessage;

void tcMessageFree(TcMessage *message);

/// Fields are copied. A NULL text is no field.
void tcMessageAdd(TcMessage *message, TcWorkerField field, const void *data,
                  size_t size);
void tcMessageAddText(TcMessage *message, TcWorkerField field,
                      const char *text);
void tcMessageAddNumber(TcMessage *message, TcWorkerField field,
                        uint64_t number);
/// The fields of an error.
void tcMessageAddStatus(TcMessage *message, TcStatus status);

/// A pointer to a field's bytes, which end with a 0; NULL if the message has no
/// such field. `size` may be NULL.
const char *tcMessageFind(const TcMessage *message, TcWorkerField field,
                          size_t *size);
uint64_t tcMessageNumber(const TcMessage *message, TcWorkerField field);
/// The error in an answer; TC_OK if there is none.
TcStatus tcMessageStatus(const TcMessage *message) TC_MUST_USE;

/// Blocks until all of it is written. False with errno.
bool tcMessageWrite(const TcMessage *message, int fd);

/// The next message; `wait` (may be NULL) is asked before each read, and ends
/// the reading by giving false. False at the end of the file, or with errno.
bool tcMessageRead(TcMessage *message, int fd,
                   bool (*wait)(void *context, int fd), void *context);

/// What worker and client must agree on.
const char *tcWorkerHello(void);

#endif // TC_WORKER_MESSAGE_H
