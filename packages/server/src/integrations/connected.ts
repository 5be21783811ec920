import type { ServiceMode } from '@ipoteka-office/contract/system/system.ts'
import type { Config } from '#config.ts'

/** The outside services, as administrators are told of them. */
export const serviceNames = {
  CHECKS: 'Шлюз автоматических проверок',
  NPD: 'ФНС: статус самозанятого',
  EFRSB: 'ЕФРСБ: банкротства',
  DADATA: 'DaData: подсказки и сведения об организациях',
  DECISION_ENGINE: 'СПР: предрешения и решения',
  INSURERS: 'Шлюз страховщиков',
  SELF_BAN: 'Бюро кредитных историй: самозапрет',
  CREDIT_REPORTS: 'Бюро кредитных историй: отчёты и сведения',
  IDENTITY: 'Сервер входа: учётные записи',
  MESSAGES: 'Письма и SMS',
} as const
export type ServiceCode = keyof typeof serviceNames

/** As on a stand where nothing is connected. */
export const standIns = Object.fromEntries(
  Object.keys(serviceNames).map((code) => [code, 'STAND_IN']),
) as Record<ServiceCode, ServiceMode>

/** How each service is connected by these settings. */
export function connected(config: Config): Record<ServiceCode, ServiceMode> {
  const modeOf = (place: unknown): ServiceMode =>
    place === null ? (config.production ? 'OFF' : 'STAND_IN') : 'REAL'
  return {
    CHECKS: modeOf(config.checks.gateway),
    NPD: modeOf(config.npdUrl),
    // Without its own access the gateway is asked.
    EFRSB: config.checks.bankruptcy === null ? 'OFF' : 'REAL',
    DADATA: modeOf(config.dadata),
    DECISION_ENGINE: modeOf(config.decisionEngine),
    INSURERS: modeOf(config.insurers),
    SELF_BAN: modeOf(config.selfBan),
    CREDIT_REPORTS: modeOf(config.creditReports.gateway),
    IDENTITY: config.identity.mode === 'embedded' ? 'STAND_IN' : modeOf(config.identity.admin),
    // No sender of messages is built yet: they are written down and go nowhere.
    MESSAGES: 'STAND_IN',
  }
}
