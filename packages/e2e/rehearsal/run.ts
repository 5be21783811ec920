import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SystemCluster } from '../../server/src/testing/clusters/system-postgres.ts'
import { stopEverything } from './background.ts'
import { fingerprint, prepareWork, takeThrough } from './application.ts'
import { lose, restoreBank } from './bad-day.ts'
import { checkEntry } from './entry.ts'
import { bankArguments, firstHour } from './first-day.ts'
import { startGateways } from './gateways.ts'
import { openRealm, startKeycloak } from './keycloak.ts'
import { command, environment, Office, roles } from './office.ts'
import { RealBank } from './people.ts'
import { ensurePrograms, makePlace, type Place } from './place.ts'
import { databaseUrl, openCluster } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { checkOut, formerVersion, removeCheckout, upgrade } from './upgrade.ts'

const { values } = parseArgs({
  options: { keycloak: { type: 'string' }, from: { type: 'string', default: 'HEAD' } },
})
if (values.keycloak === undefined) {
  process.stderr.write(
    'Назовите архив или папку Keycloak (Maven: org.keycloak:keycloak-quarkus-dist, zip): npm run rehearsal -- --keycloak keycloak.zip\n',
  )
  process.exit(2)
}
const keycloak = values.keycloak

const say = (line: string) => process.stdout.write(`${line}\n`)
/** Runs a step and tells how long it took. */
async function step<T>(title: string, work: () => T | Promise<T>): Promise<T> {
  const begun = performance.now()
  const answer = await work()
  say(`✓ ${title}: ${((performance.now() - begun) / 1_000).toFixed(1).replace('.', ',')} с`)
  return answer
}

/** Opens the bank on the former version: its machine, its administrator, its first application. */
async function open(place: Place, cluster: SystemCluster, former: string) {
  await step('Keycloak на своей базе', () => startKeycloak(keycloak, { place, databasePort: cluster.port }))
  const identity = await step('область, администратор и клиент в Keycloak', () => openRealm(place, 'admin'))
  const proxy = await step('nginx с TLS', () => startProxy(place))
  const env = environment(place, databaseUrl(cluster, place), await startGateways())
  const office = new Office(place, env)
  await step('пустая база: процессы ждут банка', async () => {
    for (const role of roles) await office.start(role, { from: former, waitFor: 'healthz' })
    const answer = await fetch(`${place.url}/readyz`)
    if (answer.status !== 503) throw new Error(`/readyz ответил ${answer.status}`)
  })
  await step('npm run bank:create', () => command(env, 'bank:create', bankArguments(identity), former))
  await step('процессы заметили банк', () => office.untilReady())
  const bank = new RealBank(place.url)
  bank.knows('admin', place.passwords.admin)
  await step('первый час администратора', () => firstHour(place, bank))
  await step('продукт вдвоём и согласующий', () => prepareWork(bank))
  const caseId = await step('заявка агента до андеррайтинга', () => takeThrough(bank))
  say(
    `  ${await step('вход: чужие адреса, код и токены дважды, выход, отключение', () => checkEntry(place, bank))}`,
  )
  return { office, proxy, place, bank, env, caseId }
}
type Opened = Awaited<ReturnType<typeof open>>

/** More connections than this share are not broken by new settings of nginx, but by something that must not be. */
const mostBroken = 0.02

async function upgradeUnderLoad(opened: Opened): Promise<void> {
  const { asked, failed, broken, slowestMs } = await step('обновление под нагрузкой', () =>
    upgrade(opened, opened.caseId),
  )
  say(
    `  запросов ${asked}, оборвано и повторено ${broken}, не удалось ${failed.length}, самый долгий ${Math.round(slowestMs)} мс`,
  )
  if (broken > asked * mostBroken)
    throw new Error(`При обновлении обрывались соединения: ${broken} из ${asked}`)
  if (failed.length > 0) throw new Error(`При обновлении были отказы:\n${failed.slice(0, 5).join('\n')}`)
}

/** Copies, a loss of both disks, and the way back to the last copy of the log. */
async function loseAndRestore({ place, office, bank, env }: Opened, cluster: SystemCluster): Promise<void> {
  await step('полная копия', () => command(env, 'backup'))
  const caseId = await step('ещё одна заявка', () => takeThrough(bank))
  await step('копия журнала и файлов', () => command(env, 'backup', ['--log']))
  const before = await fingerprint(bank, caseId)
  await step('диск базы и файлов потерян', () => lose(place, cluster, office))
  say(await step('восстановление', () => restoreBank(place, cluster, env)))
  await step('банк снова работает', async () => {
    for (const role of roles) await office.start(role)
    const after = await fingerprint(bank, caseId)
    if (after !== before) throw new Error(`Было ${before}\nстало ${after}`)
  })
  await step('npm run verify', () => command(env, 'verify'))
  await office.stopAll()
}

async function rehearse(): Promise<void> {
  ensurePrograms()
  const commit = formerVersion(values.from)
  const place = await makePlace()
  say(`Всё лежит в ${place.folder}`)
  const former = await step(`прежняя версия ${commit.slice(0, 8)}`, () => checkOut(place, commit))
  try {
    const cluster = await step('PostgreSQL с TLS', () => openCluster(place))
    try {
      const opened = await open(place, cluster, former)
      await upgradeUnderLoad(opened)
      await loseAndRestore(opened, cluster)
    } finally {
      stopEverything()
      cluster.stop('immediate')
      await cluster.remove()
    }
  } finally {
    removeCheckout(former)
  }
  // What failed is left to be looked at.
  rmSync(place.folder, { recursive: true, force: true })
}

const begun = performance.now()
try {
  await rehearse()
  say(`\nУчение прошло за ${Math.round((performance.now() - begun) / 1_000)} с`)
} catch (failure) {
  process.stderr.write(`${failure instanceof Error ? failure.stack : failure}\n`)
  process.exitCode = 1
} finally {
  stopEverything()
}
