import { EmployeeInput } from '@ipoteka-office/contract/employees/employees.ts'
import { hushAccount } from '#features/employees/employee-account.service.ts'
import { createEmployee, getEmployee, saveEmployee } from '#features/employees/employees.service.ts'
import { invalid } from '#http/errors.ts'
import { type Applied, checked, type RowContext } from './apply-row.ts'
import { type Cells, differences, isWanted, listOf, phoneOf } from './load-file.rules.ts'
import { findOrganisation, findPerson, findRolesByWord } from './loads.repo.ts'

async function partnerOf({ db, actor }: RowContext, { partnerInn = '', partnerKpp }: Cells): Promise<number> {
  const id = await findOrganisation(db, actor, partnerInn, partnerKpp)
  if (id === undefined)
    throw invalid([
      { path: 'partnerInn', message: 'Организации с такими ИНН и КПП нет: сначала загрузите её' },
    ])
  return id
}

async function rolesOf({ db }: RowContext, text: string | undefined): Promise<number[]> {
  const words = listOf(text)
  const found = new Map((await findRolesByWord(db, words)).map(({ word, id }) => [word, id]))
  const unknown = words.filter((word) => !found.has(word))
  if (unknown.length > 0)
    throw invalid([{ path: 'userRoles', message: `Нет таких ролей: ${unknown.join(', ')}` }])
  return [...new Set(found.values())]
}

const formOf = ({ lastName = '', firstName = '', middleName, jobTitle, email, phone }: Cells) => ({
  lastName,
  firstName,
  ...(middleName !== undefined && { middleName }),
  ...(jobTitle !== undefined && { jobTitle }),
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone: phoneOf(phone) }),
})

async function change(
  context: RowContext,
  cells: Cells,
  key: { id: number; partnerId: number },
): Promise<Applied> {
  const { db, actor, bank } = context
  const before = await getEmployee(db, actor, key, bank)
  const form = checked(EmployeeInput, { ...before, headId: before.head?.id ?? null, ...formOf(cells) })
  const after = await saveEmployee(context, key, { ...form, version: before.version }, bank)
  const shown = ({ lastName, firstName, middleName, jobTitle, email, phone }: typeof before) => ({
    lastName,
    firstName,
    middleName,
    jobTitle,
    email,
    phone,
  })
  const notes = differences('EMPLOYEES', shown(before), shown(after))
  return { kind: notes.length === 0 ? 'same' : 'changed', notes, objectId: key.id }
}

/** Takes the person of a row on, with the first roles and a sign-in, or changes the card of this login; roles of those who are here are not touched. */
export async function applyEmployee(context: RowContext, cells: Cells): Promise<Applied> {
  const { db, actor, bank, identity } = context
  const { login } = cells
  if (login === undefined) throw invalid([{ path: 'login', message: 'Обязательное поле' }])
  const partnerId = await partnerOf(context, cells)
  const known = await findPerson(db, actor, login)
  if (known !== undefined && known.partnerId !== partnerId)
    throw invalid([{ path: 'login', message: 'Логин занят сотрудником другой организации' }])
  if (known !== undefined) return change(context, cells, known)
  const createAccount = isWanted(cells.account)
  if (createAccount === null) throw invalid([{ path: 'account', message: 'Напишите «да» или «нет»' }])
  const userRoleIds = await rolesOf(context, cells.userRoles)
  const form = checked(EmployeeInput, { ...formOf(cells), login })
  const { id } = await createEmployee(
    context,
    partnerId,
    { ...form, createAccount, userRoleIds },
    { bank, identity },
  )
  if (createAccount) await hushAccount(db, id)
  return { kind: 'new', notes: createAccount ? ['Будет заведён вход'] : [], objectId: id }
}
