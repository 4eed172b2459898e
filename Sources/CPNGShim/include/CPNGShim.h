int pngshim_placeholder(void);
