// The result of a library call: NULL on success, otherwise an object that says
// what is wrong, where, and what to do about it. Every error that a user can
// see has a public number, TC-nnnn, with a line in docs/errors.md.
#ifndef TC_STATUS_H
#define TC_STATUS_H

#include <stdarg.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TC_PRINTF(FORMAT, FIRST) __attribute__((format(printf, FORMAT, FIRST)))
#define TC_MUST_USE __attribute__((warn_unused_result))
#else
#define TC_PRINTF(FORMAT, FIRST)
#define TC_MUST_USE
#endif

/// NULL is success. Otherwise the receiver owns it and frees it with
/// tcStatusFree or passes it on.
typedef struct TcStatusImpl *TcStatus;

#define TC_OK ((TcStatus)0)

/// What kind of failure it is. The code is the thousands digit of the number:
/// TC-2001 is a TC_STATUS_NOT_FOUND. Numbers below 1000 are verifiers' and
/// count as TC_STATUS_INVALID_ARGUMENT.
typedef enum TcStatusCode {
  TC_STATUS_OK = 0,
  TC_STATUS_INVALID_ARGUMENT = 1,    ///< malformed input, wrong dtype, shape
  TC_STATUS_NOT_FOUND = 2,           ///< no such file, weight, symbol, op
  TC_STATUS_OUT_OF_RANGE = 3,        ///< a number does not fit
  TC_STATUS_UNIMPLEMENTED = 4,       ///< right, but tc does not do it
  TC_STATUS_FAILED_PRECONDITION = 5, ///< wrong version, wrong host, wrong state
  TC_STATUS_RESOURCE_EXHAUSTED = 6,  ///< memory or another limit
  TC_STATUS_UNAVAILABLE = 7,         ///< reading, writing, a worker failed
  TC_STATUS_CANCELLED = 8,           ///< told to stop, or out of time
  TC_STATUS_INTERNAL = 9,            ///< a mistake in tc itself
} TcStatusCode;

/// A failure with public number `number` (1..9999) and a message. Never NULL:
/// without memory for it, it is a constant object that says so (TC-6001).
TcStatus tcStatusMake(int number, const char *format, ...)
    TC_PRINTF(2, 3) TC_MUST_USE;
TcStatus tcStatusMakeV(int number, const char *format, va_list arguments)
    TC_PRINTF(2, 0) TC_MUST_USE;

/// Frees `status`; NULL is fine.
void tcStatusFree(TcStatus status);

static inline bool tcStatusIsOk(TcStatus status) { return !status; }

/// TC_STATUS_OK and 0 for NULL.
TcStatusCode tcStatusCode(TcStatus status);
int tcStatusNumber(TcStatus status);

/// The message without number and location; "" for NULL. Lives as long as
/// `status`.
const char *tcStatusMessage(TcStatus status);

/// Where it happened ("model.mlir:3:7"), or NULL if that is unknown.
const char *tcStatusLocation(TcStatus status);

/// Puts "<context>: " before the message. Takes `status` and gives it back,
/// perhaps moved; NULL stays NULL.
TcStatus tcStatusAnnotate(TcStatus status, const char *format, ...)
    TC_PRINTF(2, 3) TC_MUST_USE;

/// Sets the location unless there is one. Takes `status` and returns it.
TcStatus tcStatusAt(TcStatus status, const char *location) TC_MUST_USE;

/// Writes "location: [TC-nnnn] message" with its final 0 into `text` of
/// `capacity` bytes, cut where it does not fit; gives the full length as
/// snprintf does.
int tcStatusPrint(TcStatus status, char *text, unsigned long capacity);

/// If EXPR is not NULL (an error), returns it from the enclosing function.
#define TC_RETURN_IF_ERROR(EXPR)                                               \
  do {                                                                         \
    TcStatus tcStatus_ = (EXPR);                                               \
    if (tcStatus_)                                                             \
      return tcStatus_;                                                        \
  } while (0)

/// The same for a function that cleans up at a label: sets VAR and jumps there.
#define TC_GOTO_IF_ERROR(VAR, EXPR, LABEL)                                     \
  do {                                                                         \
    (VAR) = (EXPR);                                                            \
    if (VAR)                                                                   \
      goto LABEL;                                                              \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif // TC_STATUS_H
