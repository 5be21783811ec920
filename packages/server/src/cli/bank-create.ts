import { randomBytes, randomUUID } from 'node:crypto'
import { type Config, ConfigError, loadConfig } from '#config.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { aloneInDatabase } from '#db/preparing.ts'
import { deliverAddresses } from '#db/seed/addresses.ts'
import { BankExists, createBank, type NewBank } from '#db/seed/create-bank.ts'
import { setAccount } from '#embedded/identity/set-account.ts'
import { installJobs } from '#jobs/install.ts'
import { bankUsage, readBankArguments } from './bank-arguments.rules.ts'
import { connect } from './connect.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

/** The embedded identity server has no console to make an account in: the account comes with the bank. */
interface OwnAccount {
  readonly id: string
  readonly password: string
}

const ownAccountOf = ({ identity }: Config, { admin }: NewBank): OwnAccount | null =>
  identity.mode === 'external'
    ? null
    : { id: admin.identityId ?? randomUUID(), password: randomBytes(9).toString('base64url') }

function tell(config: Config, bank: NewBank, account: OwnAccount | null): void {
  const { login } = bank.admin
  print(`Банк «${bank.shortName}» создан, первый администратор — ${login}.`)
  if (account === null)
    print(
      `В области «${config.identity.realm}» сервера входа нужен пользователь ${login} с ролью apix_user: ` +
        `после этого он входит на ${config.publicUrl}.`,
    )
  else
    print(
      `Вход: ${config.publicUrl}, логин ${login}, пароль ${account.password} — запишите, второй раз он не покажется.`,
    )
  print(
    'Изменения ролей пока сохраняет один человек. Когда администраторов станет двое, включите подтверждение вторым: ' +
      '«Переключатели функций», «Изменение ролей подтверждает второй человек».',
  )
}

async function create(config: Config, url: string, bank: NewBank): Promise<void> {
  await migrate(url, print)
  await installJobs(url)
  const account = ownAccountOf(config, bank)
  const { db, close } = openDatabase({ connectionString: url, poolSize: 2, queryTimeout: 0 })
  try {
    const withAccount = async (tx: Db) => {
      if (account !== null)
        await setAccount(tx, {
          ...account,
          login: bank.admin.login,
          name: [bank.admin.lastName, bank.admin.firstName, bank.admin.middleName ?? ''].join(' ').trim(),
          realmRoles: ['apix_user'],
        })
    }
    await createBank(
      db,
      { ...bank, admin: { ...bank.admin, identityId: account?.id ?? bank.admin.identityId } },
      withAccount,
    )
    await deliverAddresses(db)
  } finally {
    await close()
  }
  tell(config, bank, account)
}

async function run(words: readonly string[]): Promise<void> {
  const read = readBankArguments(words)
  if ('problems' in read) {
    complain(`Банк не создан: исправьте параметры.\n${read.problems.map((line) => `  • ${line}`).join('\n')}`)
    complain('Все параметры: npm run bank:create -- --help')
    process.exitCode = 1
    return
  }
  const config = loadConfig()
  const connection = await connect(config, print)
  try {
    await aloneInDatabase(
      connection.url,
      () => create(config, connection.url, read.bank),
      () => print('Базу готовит другой процесс, ждём его…'),
    )
  } finally {
    await connection.close()
  }
}

try {
  const words = process.argv.slice(2)
  if (words.includes('--help') || words.includes('-h')) print(bankUsage)
  else await run(words)
  process.exit()
} catch (error) {
  const isKnown = error instanceof BankExists || error instanceof ConfigError
  const message = error instanceof Error ? error.message : String(error)
  complain(isKnown ? message : `Банк не создан: ${message}`)
  process.exit(1)
}
