// LittleCMS
