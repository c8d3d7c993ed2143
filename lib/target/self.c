#include "target/self.h"

bool tcSelfIsLinker;
