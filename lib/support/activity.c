#include "support/activity.h"

#include <stdio.h>

static _Thread_local char now[TC_ACTIVITY_COUNT][96];

int (*tcActivityObserver)(const char *name);

int tcActivitySet(TcActivity activity, const char *name) {
  snprintf(now[activity], sizeof now[activity], "%s", name ? name : "");
  return name && tcActivityObserver ? tcActivityObserver(name) : 0;
}

const char *tcActivityGet(TcActivity activity) { return now[activity]; }
