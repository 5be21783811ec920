import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { IntakeItem } from '@ipoteka-office/contract/queue/queue.ts'
import { loadConfig } from '#config.ts'
import { CsvFileError, nameOf, readCsv } from './intake/csv-rows.ts'
import { IntakeSender, passwordToken, SendError } from './intake/send.ts'

const usage = `Приём заявок из файла CSV в работающую систему.

  npm run intake -- файл.csv [--server адрес] [--login имя --password пароль | --token-file файл]

Первая строка — заголовки по-русски или по-английски: номер, клиент, программа, подразделение, уровень, статус,
партнёр, регион, поступила, срок. Программа — код или название из справочника «Тип продукта», в том числе
из столбца «Названия в других системах». Образец: samples/applications-5000.csv. Строка с ошибкой называется по номеру
и не мешает остальным; повторный запуск того же файла ничего не меняет.

  --server      адрес системы; по умолчанию PUBLIC_URL или http://localhost:8080
  --login       кто передаёт, нужно право «Приём заявок в очередь»; по умолчанию workload
  --password    пароль; по умолчанию demo
  --token-file  файл с готовым ключом доступа, если вход по паролю на сервере входа запрещён
`

const batchSize = 1_000
const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      login: { type: 'string', default: 'workload' },
      password: { type: 'string', default: 'demo' },
      'token-file': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  return { ...values, file: positionals[0] }
}
type Arguments = ReturnType<typeof readArguments>

function senderOf({ server, login, password, 'token-file': tokenFile }: Arguments): IntakeSender {
  const { publicUrl, identity } = loadConfig()
  const address = (server ?? publicUrl).replace(/(?<!\/)\/+$/, '')
  const base = identity.mode === 'embedded' ? `${address}/auth` : identity.browserUrl
  const tokens =
    tokenFile === undefined
      ? passwordToken(
          `${base}/realms/${identity.realm}/protocol/openid-connect/token`,
          identity.clientId,
          login,
          password,
        )
      : async () => (await readFile(resolve(tokenFile), 'utf8')).trim()
  return new IntakeSender(address, tokens)
}

const counts = { ACCEPTED: 0, REPEATED: 0, REFUSED: 0, unassigned: 0 }

function refuse(line: number, number: string, errors: readonly string[]): void {
  counts.REFUSED += 1
  complain(`строка ${line}${number === '' ? '' : `, заявка ${number}`}: ${errors.join('; ')}`)
}

async function sendBatch(
  sender: IntakeSender,
  batch: readonly { line: number; item: IntakeItem }[],
): Promise<void> {
  const results = await sender.send(batch.map(({ item }) => item))
  for (const [index, { outcome, number, approver, errors }] of results.entries()) {
    const line = batch[index]?.line ?? 0
    if (outcome === 'REFUSED')
      refuse(
        line,
        number,
        errors.map(({ path, message }) => `${nameOf(path)}: ${message}`),
      )
    else {
      counts[outcome] += 1
      if (approver === null) counts.unassigned += 1
    }
  }
}

async function run(options: Arguments, file: string): Promise<void> {
  const sender = senderOf(options)
  let batch: { line: number; item: IntakeItem }[] = []
  for await (const row of readCsv(resolve(file), loadConfig().bankTimeZone)) {
    if ('errors' in row) refuse(row.line, row.number, row.errors)
    else batch.push(row)
    if (batch.length < batchSize) continue
    await sendBatch(sender, batch)
    batch = []
  }
  if (batch.length > 0) await sendBatch(sender, batch)
  print(
    `Принято: ${counts.ACCEPTED}, уже были: ${counts.REPEATED}, отклонено: ${counts.REFUSED}. ` +
      `Без исполнителя из принятых и бывших: ${counts.unassigned}.`,
  )
  // 2: the file was read, some lines were refused.
  if (counts.REFUSED > 0) process.exitCode = 2
}

try {
  const options = readArguments()
  if (options.help || options.file === undefined) {
    print(usage)
    process.exitCode = options.help ? 0 : 1
  } else await run(options, options.file)
} catch (error) {
  const known = error instanceof CsvFileError || error instanceof SendError
  const message = error instanceof Error ? error.message : String(error)
  complain(known ? message : `Приём прерван: ${message}`)
  process.exitCode = 1
}
