import type { Page } from 'playwright-core'

export type DemoLogin =
  | 'admin'
  | 'workload'
  | 'underwriter'
  | 'agent'
  | 'partner-admin'
  | 'support'
  | 'viewer'
  | 'security'
  | 'compliance'
  | 'uw-head'
  | 'lawyer'
  | 'committee1'
  | 'committee2'
  | 'committee3'
  | 'verifier'
  | 'product'
  | 'product-head'
  | 'norole'
  | 'blocked'

/** Fills the real sign-in page. */
export async function signIn(page: Page, login: DemoLogin, password = 'demo'): Promise<void> {
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}
