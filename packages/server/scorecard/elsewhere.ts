/** A row of the list of checks that `npm run scorecard` does not run itself. */
export interface Elsewhere {
  readonly row: string
  readonly title: string
  readonly state: 'другой командой' | 'частью' | 'нет'
  readonly where: string
}

const elsewhere = (row: string, title: string, state: Elsewhere['state'], where: string): Elsewhere => ({
  row,
  title,
  state,
  where,
})

/** Every other row: what covers it, or that nothing does. */
export const coveredElsewhere: readonly Elsewhere[] = [
  elsewhere(
    '2',
    'доля голого сервера в том же запуске',
    'другой командой',
    '`npm run bench api`, `docs/benchmarks.md`',
  ),
  elsewhere(
    '14',
    'kill -9 исполнителя заданий',
    'частью',
    '`packages/server/src/jobs/jobs.test.ts`, `killed-case-jobs.test.ts`, `reassignments.test.ts` (исполнитель убит посреди задания каждого вида, выполнено один раз другим); RabbitMQ убит и поднят — `packages/server/src/live/broker.test.ts`',
  ),
  elsewhere(
    '17',
    'токен истёк посреди формы',
    'другой командой',
    '`packages/e2e/tests/session.e2e.ts`: токен обновлён молча и форма сохранена один раз; обновить нельзя — набранное на месте, возвращается после входа и сохраняется (часы страницы переведены на полчаса)',
  ),
  elsewhere(
    '20!',
    'копия под нагрузкой и восстановление',
    'другой командой',
    '`packages/server/src/backup/backup.test.ts` в `npm test` (копия при работающем банке, восстановление на миг между двумя копиями, файлы, подписи, чужой ключ), `npm run backup:rehearse` — на своём банке',
  ),
  elsewhere(
    '25',
    'вход: PKCE S256, nonce, точный адрес возврата, смена refresh-токена, выход',
    'другой командой',
    '`packages/server/src/embedded/identity/identity.test.ts`; с настоящим Keycloak, TLS и выходом отключённого — `npm run rehearsal`',
  ),
  elsewhere(
    '29',
    'пары статусов; автор не утверждает своё',
    'другой командой',
    '`features/cases/engine/machine-pairs.test.ts`: каждая пара этап × действие, которой нет в маршруте, отклонена и ничего не меняет, и каждый контроль каждого маршрута отклоняет того, кто подготовил дело или отправил его на контроль (условие в `moveCase`, кого касается — `controls` машины); `contract/src/cases/machines/own-work.test.ts`: по всем путям каждого маршрута один человек не доводит своё дело до одобрения; изменение прав утверждает другой — `features/roles/role-requests.routes.test.ts`',
  ),
  elsewhere(
    '32!',
    'разметка в каждом поле на каждом экране',
    'другой командой',
    '`packages/e2e/tests/markup.e2e.ts` в `npm test`: во всех словах каждого ответа сервера — разметка со сценарием, обойдены все страницы; ни одна её не рисует и не исполняет, показывают как текст; `packages/server/src/app.test.ts` (хранится как написано), CSP без unsafe-inline',
  ),
  elsewhere(
    '36!',
    'загрузка файлов',
    'другой командой',
    '`features/uploads/hostile-files.test.ts`: чужой вид под верным именем, бомбы zip, PDF и картинок, PDF со сценарием, пути в именах, пустые и оборванные, сто атак подряд при ровной памяти; `integrations/clamd/clamd.test.ts` — с поддельным clamd, настоящий не запускался',
  ),
  elsewhere('39', 'внедрение в шаблоны', 'нет', 'шаблонов документов ещё нет'),
  elsewhere(
    '42',
    'ограничения частоты, CSP, HSTS, установка без сценариев, lock-файл',
    'частью',
    '`packages/server/src/http/production.test.ts`, `app.test.ts`, `mount.test.ts`, `scripts/check/lock.test.ts`; состав и лицензии — `npm run sbom`',
  ),
]
