// Statuses: numbers, codes, messages, and who frees what (under ASan).
#include "support/status.h"

#include "check.h"

static TcStatus failing(void) { return tcStatusMake(2007, "no %s", "weight"); }

static TcStatus passesOn(void) {
  TC_RETURN_IF_ERROR(TC_OK);
  TC_RETURN_IF_ERROR(failing());
  return TC_OK;
}

int main(void) {
  CHECK(tcStatusIsOk(TC_OK));
  CHECK(tcStatusCode(TC_OK) == TC_STATUS_OK);
  CHECK(tcStatusNumber(TC_OK) == 0);
  CHECK_TEXT(tcStatusMessage(TC_OK), "");
  tcStatusFree(TC_OK);
  CHECK(tcStatusAnnotate(TC_OK, "context") == TC_OK);

  TcStatus status = passesOn();
  CHECK(!tcStatusIsOk(status));
  CHECK(tcStatusCode(status) == TC_STATUS_NOT_FOUND);
  CHECK(tcStatusNumber(status) == 2007);
  CHECK_TEXT(tcStatusMessage(status), "no weight");
  CHECK(!tcStatusLocation(status));

  char text[64];
  status = tcStatusAnnotate(status, "loading '%s'", "a.mlir");
  CHECK_TEXT(tcStatusMessage(status), "loading 'a.mlir': no weight");
  tcStatusPrint(status, text, sizeof text);
  CHECK_TEXT(text, "[TC-2007] loading 'a.mlir': no weight");
  status = tcStatusAt(status, "a.mlir:3:7");
  status = tcStatusAt(status, "elsewhere");
  CHECK_TEXT(tcStatusLocation(status), "a.mlir:3:7");
  CHECK(tcStatusPrint(status, text, 12) == 49);
  CHECK_TEXT(text, "a.mlir:3:7:");
  tcStatusFree(status);

  status = tcStatusMake(104, "a verifier's");
  CHECK(tcStatusCode(status) == TC_STATUS_INVALID_ARGUMENT);
  tcStatusPrint(status, text, sizeof text);
  CHECK_TEXT(text, "[TC-0104] a verifier's");
  tcStatusFree(status);
  return checkReport();
}
