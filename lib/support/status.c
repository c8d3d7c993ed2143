// Statuses: NULL for success, a heap object with number, message and location
// for an error.
#include "support/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct TcStatusImpl {
  int number;
  char *location; // heap, or NULL
  char *message;  // heap
};

// The status when there is no memory for one. Functions that change or free a
// status ignore it.
static const struct TcStatusImpl outOfMemory = {TC_ERROR_OUT_OF_MEMORY, NULL,
                                                (char *)"out of memory"};

static char *formatHeap(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

TcStatus tcStatusMakeV(int number, const char *format, va_list arguments) {
  struct TcStatusImpl *status = malloc(sizeof *status);
  char *message = formatHeap(format, arguments);
  if (!status || !message) {
    free(status);
    free(message);
    return (TcStatus)&outOfMemory;
  }
  *status = (struct TcStatusImpl){number, NULL, message};
  return status;
}

TcStatus tcStatusMake(int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  TcStatus status = tcStatusMakeV(number, format, arguments);
  va_end(arguments);
  return status;
}

void tcStatusFree(TcStatus status) {
  if (!status || status == &outOfMemory)
    return;
  free(status->location);
  free(status->message);
  free(status);
}

TcStatusCode tcStatusCode(TcStatus status) {
  if (!status)
    return TC_STATUS_OK;
  int thousands = status->number / 1000;
  return thousands >= 1 && thousands <= 9 ? (TcStatusCode)thousands
                                          : TC_STATUS_INVALID_ARGUMENT;
}

int tcStatusNumber(TcStatus status) { return status ? status->number : 0; }

const char *tcStatusMessage(TcStatus status) {
  return status ? status->message : "";
}

const char *tcStatusLocation(TcStatus status) {
  return status ? status->location : NULL;
}

TcStatus tcStatusAnnotate(TcStatus status, const char *format, ...) {
  if (!status || status == &outOfMemory)
    return status;
  va_list arguments;
  va_start(arguments, format);
  char *context = formatHeap(format, arguments);
  va_end(arguments);
  if (!context)
    return status;
  size_t before = strlen(context), after = strlen(status->message);
  char *message = malloc(before + 2 + after + 1);
  if (message) {
    memcpy(message, context, before);
    memcpy(message + before, ": ", 2);
    memcpy(message + before + 2, status->message, after + 1);
    free(status->message);
    status->message = message;
  }
  free(context);
  return status;
}

TcStatus tcStatusAt(TcStatus status, const char *location) {
  if (!status || status == &outOfMemory || status->location || !location)
    return status;
  size_t size = strlen(location) + 1;
  status->location = malloc(size);
  if (status->location)
    memcpy(status->location, location, size);
  return status;
}

int tcStatusPrint(TcStatus status, char *text, unsigned long capacity) {
  if (!status)
    return snprintf(text, capacity, "OK");
  const char *location = status->location ? status->location : "";
  return snprintf(text, capacity, "%s%s[TC-%04d] %s", location,
                  *location ? ": " : "", status->number, status->message);
}
