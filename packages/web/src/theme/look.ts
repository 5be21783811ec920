import '@fontsource-variable/golos-text'
import './tokens.css'
import './base.css'
import './theme-mode.ts'
