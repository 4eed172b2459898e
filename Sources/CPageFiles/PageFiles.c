#include "CPageFiles.h"

// #embed is of C23; clang has it since version 19 in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "page.css"
};
static const unsigned char script[] = {
#embed "elements.js" suffix(, )
#embed "pictures.js" suffix(, )
#embed "card.js" suffix(, )
#embed "page.js"
};
static const unsigned char compare_script[] = {
#embed "compare.js"
};

#define PART(array) {array, sizeof array}
const struct gamut_page_part gamut_page_style = PART(style), gamut_page_script = PART(script),
                             gamut_compare_script = PART(compare_script);
