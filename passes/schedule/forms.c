// The names of forms. See forms.h.
#include "passes/schedule/forms.h"

#include "lib/ir/rewrite.h"

static const char *const names[TC_FORMS] = {
    "rows",    "columns", "owners",   "tiles",   "products", "units",
    "streams", "splits",  "versions", "threads", "bins",     "windows"};

MlirLogicalResult tcFormsRead(MlirOperation scope, MlirStringRef list,
                              TcScheduleForms *forms) {
  *forms = 0;
  for (int i = 0; i < TC_FORMS; ++i)
    *forms |= (TcScheduleForms)tcRuleListHas(list, names[i]) << i;
  return tcRuleListCheck(scope, list, TC_FORMS, names);
}
