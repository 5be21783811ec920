import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import type { UserData } from '@ipoteka-office/contract/session/session.ts'

/** The fixed sign-in of the stub and its user without roles (specification 1 §6). */
export const stubLogin = 'admin'
export const stubUser: UserData = {
  id: 1,
  descriptor: 'Кузнецова Мария Викторовна',
  notActive: false,
  partner: { id: 1, name: 'Заглушка', roles: [] },
  workgroups: [],
  bankTimeZone: 'Europe/Moscow',
}

/** The operations of the stub's administrator: all there are. */
export const stubOperations = Object.fromEntries(
  Object.entries(operations).map(([object, list]) => [object, Object.keys(list)]),
)

const option = (code: string, name: string) => ({ code, name })
export const levels = [option('1', 'Уровень 1'), option('2', 'Уровень 2'), option('3', 'Уровень 3')]
export const statuses = [option('UNDERWRITING', 'На андеррайтинге'), option('VERIFICATION', 'Верификация')]
export const regions = [option('77', 'Москва'), option('78', 'Санкт-Петербург'), option('16', 'Татарстан')]
export const workStatusOptions = [
  option('ACTIVE', 'Активный'),
  option('INACTIVE', 'Неактивный'),
  option('PAUSE', 'На паузе'),
]
export const partners = ['Дом', 'Ключ', 'Этажи'].map((name, index) => ({
  id: index + 1,
  shortName: name,
  fullName: `ООО «${name}»`,
}))

const names = [
  ['Абрамова', 'Елена', 'Игоревна'],
  ['Бережной', 'Артём', 'Павлович'],
  ['Васильева-Ким', 'Ольга', 'Романовна'],
  ['Гусейнов', 'Тимур', 'Рашид оглы'],
] as const

const workStatuses = ['ACTIVE', 'ACTIVE', 'PAUSE', 'INACTIVE'] as const

/** The approvers of the stub: one of every kind. */
export const approvers: Approver[] = names.map(([lastName, firstName, middleName], index) => ({
  id: index + 1,
  firstName,
  middleName,
  lastName,
  role: 'Андеррайтер',
  workStatus: workStatuses[index] ?? 'ACTIVE',
  mortgageApplicationLevels: levels.slice(0, index + 1),
  mortgageApplicationStatuses: statuses.slice(0, 1),
  partners: index % 2 === 0 ? [] : [{ partnerId: 1, shortName: 'Дом' }],
  allPartners: index % 2 === 0,
  regions: index % 2 === 0 ? regions.slice(0, 1) : [],
  allRegions: index % 2 === 1,
  workingShiftFrom: index === 1 ? '22:00' : '09:00',
  workingShiftBy: index === 1 ? '06:00' : '18:00',
  mortgageApplicationsLimit: 20,
  version: 1,
  openApplicationsCount: index * 6,
  overdueCount: index,
  onShift: index === 0,
  lastAssignedAt: '2026-11-20T10:58:00.000Z',
}))
