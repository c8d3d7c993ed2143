//===- message.c - Fields of bytes over a socket -------------------*- C
//-*-===//

#include "worker/message.h"

#include "tc/version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Before the fields on the wire.
typedef struct Header {
  uint64_t magic, size;
} Header;

typedef struct Field {
  uint64_t tag, size;
} Field;

static const uint64_t magic = 0x6b726f772d6374; // "tc-work"

#define TEXT_(X) #X
#define TEXT(X) TEXT_(X)

const char *tcWorkerHello(void) {
  return "tc-worker " TEXT(TC_VERSION_MAJOR) "." TEXT(TC_VERSION_MINOR);
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

void tcMessageFree(TcMessage *message) {
  free(message->data);
  *message = (TcMessage){0};
}

static bool reserve(TcMessage *m, size_t more) {
  if (m->failed || more > SIZE_MAX / 2 - m->size)
    return !(m->failed = true);
  if (m->size + more <= m->capacity)
    return true;
  size_t capacity = (m->size + more) * 2;
  char *data = realloc(m->data, capacity);
  if (!data)
    return !(m->failed = true);
  m->data = data;
  m->capacity = capacity;
  return true;
}

/// Bytes of a field with its 0, so that the next one is aligned.
static size_t padded(size_t size) { return (size + 8) & ~(size_t)7; }

void tcMessageAdd(TcMessage *m, TcWorkerField field, const void *data,
                  size_t size) {
  if (size > SIZE_MAX / 4 || !reserve(m, sizeof(Field) + padded(size))) {
    m->failed = true;
    return;
  }
  Field head = {field, size};
  memcpy(m->data + m->size, &head, sizeof head);
  m->size += sizeof head;
  memset(m->data + m->size + padded(size) - 8, 0, 8);
  if (size)
    memcpy(m->data + m->size, data, size);
  m->size += padded(size);
}

void tcMessageAddText(TcMessage *m, TcWorkerField field, const char *text) {
  if (text)
    tcMessageAdd(m, field, text, strlen(text));
}

void tcMessageAddNumber(TcMessage *m, TcWorkerField field, uint64_t number) {
  tcMessageAdd(m, field, &number, sizeof number);
}

void tcMessageAddStatus(TcMessage *m, TcStatus status) {
  tcMessageAddNumber(m, TC_FIELD_NUMBER, (uint64_t)tcStatusNumber(status));
  tcMessageAddText(m, TC_FIELD_TEXT, tcStatusMessage(status));
  tcMessageAddText(m, TC_FIELD_PLACE, tcStatusLocation(status));
}

const char *tcMessageFind(const TcMessage *m, TcWorkerField field,
                          size_t *size) {
  Field head;
  for (size_t at = 0; m->size - at >= sizeof head;) {
    memcpy(&head, m->data + at, sizeof head);
    at += sizeof head;
    if (head.size >= m->size - at) // the 0 behind it is inside, too
      return NULL;
    if (head.tag == field) {
      if (size)
        *size = head.size;
      return m->data + at;
    }
    at += padded(head.size);
  }
  return NULL;
}

uint64_t tcMessageNumber(const TcMessage *m, TcWorkerField field) {
  uint64_t number = 0;
  size_t size;
  const char *data = tcMessageFind(m, field, &size);
  if (data && size == sizeof number)
    memcpy(&number, data, sizeof number);
  return number;
}

TcStatus tcMessageStatus(const TcMessage *m) {
  int number = (int)tcMessageNumber(m, TC_FIELD_NUMBER);
  if (!number)
    return TC_OK;
  const char *text = tcMessageFind(m, TC_FIELD_TEXT, NULL);
  const char *place = tcMessageFind(m, TC_FIELD_PLACE, NULL);
  TcStatus status = tcStatusMake(number, "%s", text ? text : "");
  return place ? tcStatusAt(status, place) : status;
}

//===----------------------------------------------------------------------===//
// Sockets
//===----------------------------------------------------------------------===//

static bool sendAll(int fd, const char *data, size_t size) {
  while (size) {
    ssize_t written = send(fd, data, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    data += written;
    size -= (size_t)written;
  }
  return true;
}

bool tcMessageWrite(const TcMessage *m, int fd) {
  Header header = {magic, m->size};
  if (m->failed) {
    errno = ENOMEM;
    return false;
  }
  return sendAll(fd, (const char *)&header, sizeof header) &&
         sendAll(fd, m->data, m->size);
}

static bool readAll(int fd, char *data, size_t size,
                    bool (*wait)(void *context, int fd), void *context) {
  while (size) {
    if (wait && !wait(context, fd))
      return false;
    ssize_t got = read(fd, data, size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (got == 0)
      errno = 0;
    if (got <= 0)
      return false;
    data += got;
    size -= (size_t)got;
  }
  return true;
}

bool tcMessageRead(TcMessage *m, int fd, bool (*wait)(void *context, int fd),
                   void *context) {
  Header header;
  m->size = 0;
  m->failed = false;
  if (!readAll(fd, (char *)&header, sizeof header, wait, context))
    return false;
  if (header.magic != magic || header.size > SIZE_MAX / 4) {
    errno = EPROTO;
    return false;
  }
  if (!reserve(m, header.size + 1)) {
    errno = ENOMEM;
    return false;
  }
  if (!readAll(fd, m->data, header.size, wait, context))
    return false;
  m->size = header.size;
  return true;
}
