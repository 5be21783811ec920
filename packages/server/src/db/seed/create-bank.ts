import { fromTheBeginning } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { sql } from 'kysely'
import { readBankProfile } from '#db/bank-profile.ts'
import type { Db } from '#db/database.ts'
import { administratorRole, deliverRoles } from './delivered-roles.ts'
import { deliverBasics } from './delivery.ts'
import { seedWorkgroupRoles } from './workgroup-roles.ts'

/** The bank and its first administrator, as `bank:create` takes them: checked before. */
export interface NewBank {
  readonly name: string
  readonly shortName: string
  readonly inn: string
  readonly bic: string
  /** Number of the licence of the Bank of Russia. */
  readonly license: string
  readonly timeZone: string
  readonly admin: {
    readonly login: string
    readonly lastName: string
    readonly firstName: string
    readonly middleName: string | null
    /** Id in the identity server; null: found by the login at the first sign-in. */
    readonly identityId: string | null
  }
}

/** The database already has a bank: nothing was changed. */
export class BankExists extends Error {
  constructor(shortName: string) {
    super(
      `В этой базе уже есть банк «${shortName}», второй не создаётся. ` +
        'Новых сотрудников заводит администратор в карточке банка: «Партнёры», вкладка «Сотрудники». ' +
        'Если нужна другая база, укажите её в DATABASE_URL.',
    )
    this.name = 'BankExists'
  }
}

const idOf = (rows: readonly { id: number }[]): number => {
  const [row] = rows
  if (row === undefined) throw new Error('The row was not stored')
  return row.id
}

async function insertBank(tx: Db, bank: NewBank): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO partner (short_name, full_name, inn, branch_type_code, business_profile_codes)
    VALUES (${bank.shortName}, ${bank.name}, ${bank.inn}, 'HEAD', '{BANK}') RETURNING id`.execute(tx)
  const partnerId = idOf(rows)
  await sql`INSERT INTO partner_role (partner_id, role_code) VALUES (${partnerId}, 'Ahml')`.execute(tx)
  await sql`INSERT INTO bank_profile (partner_id, bic, time_zone)
    VALUES (${partnerId}, ${bank.bic}, ${bank.timeZone})`.execute(tx)
  return partnerId
}

/** The licence takes the place of the one that is not given yet: the delivery may have come before the bank. */
async function writeLicense(tx: Db, { license }: NewBank): Promise<void> {
  await sql`UPDATE parameter_value v SET withdrawn_at = now() FROM parameter p
    WHERE p.id = v.parameter_id AND p.code = 'bank-license' AND v.withdrawn_at IS NULL`.execute(tx)
  await sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, delivered)
    SELECT id, ${fromTheBeginning}::date, to_jsonb(${`№ ${license}`}::text), 'Указана при создании банка', true
    FROM parameter WHERE code = 'bank-license'`.execute(tx)
}

async function insertAdministrator(tx: Db, partnerId: number, { admin }: NewBank): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO employee (partner_id, last_name, first_name, middle_name, job_title, login, identity_id)
    VALUES (${partnerId}, ${admin.lastName}, ${admin.firstName}, ${admin.middleName}, 'Администратор системы',
      ${admin.login}, ${admin.identityId}::uuid)
    RETURNING id`.execute(tx)
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT ${idOf(rows)}, id FROM user_role WHERE code = ${administratorRole}`.execute(tx)
}

/**
 * Makes the bank, what a bank begins with, and its first administrator, all or nothing. A change of a role would wait for
 * a second person whom only a role could make: that toggle stays off until the administrator has company.
 */
export async function createBank(
  db: Db,
  bank: NewBank,
  also: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Whoever reads or writes partners without being alone in the database is kept out as well.
    await sql`LOCK TABLE partner IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const known = await readBankProfile(tx)
    if (known !== null) throw new BankExists(known.shortName)
    await deliverBasics(tx)
    await deliverRoles(tx)
    await seedWorkgroupRoles(tx)
    await sql`UPDATE feature_toggle SET enabled = false WHERE key = 'roles.fourEyes'`.execute(tx)
    await insertAdministrator(tx, await insertBank(tx, bank), bank)
    await writeLicense(tx, bank)
    await also(tx)
  })
}
