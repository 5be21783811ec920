import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { paymentHeadings } from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { stringify } from 'csv-stringify/sync'
import { ConfigError, loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { findModelLoans, modelMonths, roubles } from '#db/seed/payments-model.ts'
import { connect } from './connect.ts'

const usage = `Образец файла платежей АБС о кредитах этого банка: выдуманные выдачи и платежи по одобренным заявкам.

  npm run payments:sample -- файл.csv [--month 2026-10]

--month пишет один месяц, иначе все от первой выдачи до последнего закончившегося. Что в столбцах — docs/payments-file.md.
`
const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

async function run(file: string, only: string | undefined): Promise<void> {
  const connection = await connect(loadConfig(), print)
  try {
    await migrate(connection.url, print)
    const { db, close } = openDatabase({ connectionString: connection.url, poolSize: 1, queryTimeout: 0 })
    try {
      const today = new Date().toISOString().slice(0, 10)
      const rows = modelMonths(await findModelLoans(db, today), today)
        .filter(({ month }) => only === undefined || month.startsWith(only))
        .map(({ loan, month, days, balance }) => [
          ...[loan.number, dayText(loan.issuedOn), roubles(loan.issued).replace('.', ',')],
          ...[dayText(month.slice(0, 7)), days, roubles(balance).replace('.', ',')],
        ])
      const text = stringify([Object.values(paymentHeadings), ...rows], {
        delimiter: ';',
        record_delimiter: 'windows',
        bom: true,
      })
      await writeFile(resolve(file), text)
      print(`Строк: ${rows.length}, файл ${file}.`)
    } finally {
      await close()
    }
  } finally {
    await connection.close()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { month: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  const [file] = positionals
  if (values.help || file === undefined) {
    print(usage)
    process.exitCode = values.help ? 0 : 1
  } else await run(file, values.month)
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  complain(error instanceof ConfigError ? message : `Образец не написан: ${message}`)
  process.exit(1)
}
