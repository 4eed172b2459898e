// What lost steps are found with, for any processor.
#define TARGET
#define KERNEL(name) name##_portable
#include "Steps.h"
#include "Viewings.h"
#include "MapCSS.h"
