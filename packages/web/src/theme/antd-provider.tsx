import { ConfigProvider } from 'antd'
import ruRu from 'antd/locale/ru_RU'
import type { ReactNode } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useLook } from './theme-mode.ts'

const themes = { light: antdTheme('light'), dark: antdTheme('dark') }
const still = {
  light: { ...themes.light, token: { ...themes.light.token, motion: false } },
  dark: { ...themes.dark, token: { ...themes.dark.token, motion: false } },
}
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce
const csp = nonce ? { csp: { nonce } } : {}

/** antd in the product's look, with the page's nonce; around antd's parts only, so that a page without them does not load it. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const look = useLook()
  return (
    <ConfigProvider locale={ruRu} theme={(look.still ? still : themes)[look.mode]} {...csp}>
      {children}
    </ConfigProvider>
  )
}
