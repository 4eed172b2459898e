#include "CPageFiles.h"

// #embed is of C23; clang has it since version 19 in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_css[] = {
#embed "page.css"
};
static const unsigned char palette_css[] = {
#embed "palette.css"
};
static const unsigned char elements_js[] = {
#embed "elements.js"
};
static const unsigned char words_js[] = {
#embed "words.js"
};
static const unsigned char charts_js[] = {
#embed "charts.js"
};
static const unsigned char pictures_js[] = {
#embed "pictures.js"
};
static const unsigned char card_js[] = {
#embed "card.js"
};
static const unsigned char palette_js[] = {
#embed "palette.js"
};
static const unsigned char page_js[] = {
#embed "page.js"
};

#define FILE_OF(name) const struct gamut_page_file gamut_##name = {name, sizeof name}
FILE_OF(page_css);
FILE_OF(palette_css);
FILE_OF(elements_js);
FILE_OF(words_js);
FILE_OF(charts_js);
FILE_OF(pictures_js);
FILE_OF(card_js);
FILE_OF(palette_js);
FILE_OF(page_js);
