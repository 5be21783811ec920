import '@fontsource-variable/golos-text'
import './tokens.css'
import './base.css'
import { ConfigProvider } from 'antd'
import ruRu from 'antd/locale/ru_RU'
import type { ReactNode } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useLook } from './theme-mode.ts'

const themes = { light: antdTheme('light'), dark: antdTheme('dark') }

/** Font, tokens and antd's theme for everything below; `nonce` is the page's CSP nonce. */
export function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  const { mode } = useLook()
  return (
    <ConfigProvider locale={ruRu} theme={themes[mode]} {...(nonce ? { csp: { nonce } } : {})}>
      {children}
    </ConfigProvider>
  )
}
