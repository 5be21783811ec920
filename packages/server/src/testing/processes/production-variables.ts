import { ConfigError, loadConfig } from '#config.ts'

/** Variables of a bank that production accepts as they are. */
export const productionVariables = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://app:secret@db.bank.ru:5432/ipoteka?sslmode=verify-full',
  IDENTITY_URL: 'https://login.bank.ru/auth/',
  PUBLIC_URL: 'https://office.bank.ru/',
  CLAMD_URL: 'tcp://clamav:3310',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** What is wrong with the variables, one line each. */
export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
