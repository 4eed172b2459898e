#include "CPNGShim.h"
int pngshim_placeholder(void) { return 0; }
