import { getLead } from '@ipoteka-office/contract/leads/leads.ts'
import * as api from '@ipoteka-office/contract/qr/qr.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sellMortgages } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148'
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ env: { QR_TARGET_URL: 'https://apply.bank.ru/start', QR_SCANS_PER_MINUTE: '1000' } })
  await sellMortgages(bank)
})
afterAll(() => bank.close())

async function made(change: object = {}, to = bank) {
  const body = {
    partnerId: 2,
    partnerTypeCode: 'AGENT',
    productCode: 'MORTGAGE',
    campaign: 'Осень',
    ...change,
  }
  const answer = await to.call(api.createQr, { body })
  expect(answer.status).toBe(200)
  return answer.body
}
const open = (path: string, agent = phone, to = bank) =>
  to.app.inject({ method: 'GET', url: path, headers: { 'user-agent': agent } })
const card = async (id: number) => (await bank.call(api.getQr, { params: { id: String(id) } })).body
const scansOf = async (id: number, query: object = {}) =>
  (await bank.call(api.getQrScans, { params: { id: String(id) }, query })).body

describe('a scan', () => {
  it('leads without sign-in to the application with the tags of the partner, and is kept by no cache', async () => {
    const { shortCode } = await made()
    const answer = await open(`/q/${shortCode}`)
    expect(answer.statusCode).toBe(302)
    const url = new URL(String(answer.headers.location))
    expect(url.origin + url.pathname).toBe('https://apply.bank.ru/start')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      utm_source: 'partner-2',
      utm_content: 'MORTGAGE',
      utm_campaign: 'Осень',
      qr: shortCode,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('is counted by day and device; robots are kept apart', async () => {
    const { id, shortCode } = await made()
    for (const agent of [phone, phone, desktop, 'TelegramBot']) await open(`/q/${shortCode}`, agent)
    await expect.poll(async () => (await card(id)).scanCount).toBe(3)
    const scans = await scansOf(id, { days: 7 })
    const today = Temporal.Now.plainDateISO('Europe/Moscow')
    expect(scans.total).toBe(3)
    expect(scans.days).toHaveLength(7)
    expect(scans.days.at(-1)).toEqual({ day: today.toString(), count: 3 })
    expect(scans.days[0]).toEqual({ day: today.subtract({ days: 6 }).toString(), count: 0 })
    expect(scans.devices).toEqual([
      { device: 'PHONE', name: 'Телефон', count: 2 },
      { device: 'COMPUTER', name: 'Компьютер', count: 1 },
    ])
    const { rows } = await sql`SELECT 1 FROM qr_scan WHERE qr_code_id = ${id}`.execute(bank.db)
    expect(rows).toHaveLength(4)
    expect((await bank.call(api.getQrScans, { params: { id: String(id) }, query: { days: 0 } })).status).toBe(
      400,
    )
  })

  it('falls on the day of the bank, not of UTC', async () => {
    const { id } = await made()
    const midnight = Temporal.Now.zonedDateTimeISO('Europe/Moscow').startOfDay()
    const at = [midnight.toInstant(), midnight.subtract({ seconds: 1 }).toInstant()].map(String)
    await sql`INSERT INTO qr_scan (qr_code_id, at, device) SELECT ${id}, unnest(${at}::timestamptz[]), 'PHONE'`.execute(
      bank.db,
    )
    expect((await scansOf(id, { days: 2 })).days.map(({ count }) => count)).toEqual([1, 1])
    expect((await scansOf(id, { days: 1 })).days.map(({ count }) => count)).toEqual([1])
  })

  it('of a burst is never lost, and none of it stays behind when the server stops', async () => {
    const own = await testApp({ env: { QR_SCANS_PER_MINUTE: '100000' } })
    await sellMortgages(own)
    const codes = [await made({}, own), await made({ partnerId: 4 }, own)]
    // So many at once as wait for a connection without being sent away, each scanning again and again.
    const hand = async () => {
      for (const { shortCode } of Array.from({ length: 15 }, () => codes).flat())
        expect((await open(`/q/${shortCode}`, phone, own)).statusCode).toBe(302)
    }
    await Promise.all(Array.from({ length: 20 }, hand))
    await own.app.close()
    const { rows } = await sql<{ scan_count: number }>`SELECT scan_count FROM qr_code ORDER BY id`.execute(
      own.db,
    )
    expect(rows).toEqual([{ scan_count: 300 }, { scan_count: 300 }])
    await own.close()
  })

  it('changes neither version nor history of the code', async () => {
    const { id, shortCode } = await made()
    await open(`/q/${shortCode}`)
    await expect.poll(async () => (await card(id)).scanCount).toBe(1)
    expect((await card(id)).version).toBe(1)
    const history = await bank.call(api.listQrHistory, { params: { id: String(id) }, query: {} })
    expect(history.body.totalElements).toBe(1)
  })
})

describe('a link that leads nowhere answers a page in Russian and counts nothing', () => {
  it.each([
    ['an unknown code', '/q/aaaaaaaaaaaa', 404, 'Ссылка не найдена'],
    ['a code that cannot be one', `/q/${"x'--"}`, 404, 'Ссылка не найдена'],
    ['a very long one', `/q/${'x'.repeat(200)}`, 404, 'Ссылка не найдена'],
    ['markup', '/q/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404, 'Ссылка не найдена'],
    ['NUL', '/q/aaaaaaaaaa%00', 404, 'Ссылка не найдена'],
  ])('%s', async (_, path, status, title) => {
    const answer = await open(path)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.body).not.toContain('<script')
  })

  it('one that was switched off, has ended or whose partner is switched off', async () => {
    const [off, ended, orphan] = [await made(), await made(), await made({ partnerId: 5 })]
    await bank.call(api.deactivateQr, { params: { id: String(off.id) }, body: { version: 1 } })
    await sql`UPDATE qr_code SET valid_to = '2020-01-01' WHERE id = ${ended.id}`.execute(bank.db)
    await sql`UPDATE partner SET not_active = true WHERE id = 5`.execute(bank.db)
    for (const { id, shortCode } of [off, ended, orphan]) {
      const answer = await open(`/q/${shortCode}`)
      expect(answer.statusCode).toBe(410)
      expect(answer.body).toContain('Предложение завершено')
      expect((await open(`/q/${shortCode}/offer`)).statusCode).toBe(410)
      const { rows } = await sql`SELECT 1 FROM qr_scan WHERE qr_code_id = ${id}`.execute(bank.db)
      expect(rows).toEqual([])
    }
    await sql`UPDATE partner SET not_active = false WHERE id = 5`.execute(bank.db)
  })
})

const send = (path: string, fields: Record<string, string>, to = bank) =>
  to.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': phone },
    payload: new URLSearchParams(fields).toString(),
  })
const leads = async (code: number) => {
  const { rows } = await sql`
    SELECT f.client_name AS name, f.client_phone AS phone, f.partner_id AS partner, f.responsible_id AS responsible,
      f.channel, f.programme_code AS programme, f.created_by AS author, f.person_id AS person, l.source_code AS source,
      l.comment, l.consent_at IS NOT NULL AS agreed
    FROM lead l JOIN case_file f ON f.id = l.id WHERE l.qr_code_id = ${code} ORDER BY f.id`.execute(bank.db)
  return rows
}

describe('a request that a client leaves', () => {
  const client = {
    lastName: 'Ветрова',
    firstName: 'Ольга',
    middleName: '',
    phone: '8 927 000-11-22',
    consent: 'yes',
  }

  it('becomes one lead of the partner, led by the person of the code', async () => {
    const { id, shortCode } = await made({ employeeId: 4, productCode: 'FAMILY_MORTGAGE' })
    const path = `/q/${shortCode}/offer`
    const both = await Promise.all([send(path, client), send(path, client)])
    for (const { statusCode, headers } of both)
      expect([statusCode, headers.location]).toEqual([303, `/q/${shortCode}/sent`])
    expect((await open(`/q/${shortCode}/sent`)).body).toContain('Заявка принята')
    expect(await leads(id)).toEqual([
      {
        name: 'Ветрова Ольга',
        phone: '79270001122',
        partner: 2,
        responsible: 4,
        channel: 'AGENT',
        programme: '105',
        author: null,
        person: null,
        source: 'QR',
        comment: 'Заявка с QR-кода: Семейная ипотека, кампания «Осень»',
        agreed: true,
      },
    ])
    expect((await card(id)).leadCount).toBe(1)
    const { rows: found } = await sql<{ id: number }>`SELECT id FROM lead WHERE qr_code_id = ${id}`.execute(
      bank.db,
    )
    const lead = await bank.call(getLead, { params: { leadId: String(found[0]?.id) } }, { as: 'agent' })
    expect(lead.body.qr).toMatchObject({ product: 'Семейная ипотека', campaign: 'Осень' })
    const { rows } = await sql<{ text: string }>`
      SELECT text FROM notification WHERE employee_id = 4 ORDER BY id`.execute(bank.db)
    expect(rows.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Новый лид по QR-коду: Л-\d\d-\d+, Ветрова Ольга$/),
      expect.stringMatching(/^Клиент снова оставил заявку по QR-коду/),
    ])
  })

  it('that is wrong comes back as it was typed, with nothing that could run', async () => {
    const { id, shortCode } = await made()
    const typed = { ...client, lastName: '"><script>x</script>', phone: '12', consent: '' }
    const answer = await send(`/q/${shortCode}/offer`, typed)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('<script')
    expect(answer.body).toContain('value="&#34;&#62;&#60;script')
    expect(answer.body).toContain('id="phone-error"')
    expect(answer.body).toContain('Без согласия заявку передать нельзя')
    expect(String(answer.headers['content-security-policy'])).toContain("form-action 'self'")
    expect(await leads(id)).toEqual([])
  })

  it('that the database cannot take is answered with a page that says so', async () => {
    const { id, shortCode } = await made()
    const busy = new Error('connection of qr_code lost')
    const transaction = vi.spyOn(bank.db, 'transaction').mockImplementationOnce(() => {
      throw busy
    })
    const answer = await send(`/q/${shortCode}/offer`, client)
    transaction.mockRestore()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('Заявка не передана')
    expect(answer.body).not.toContain('qr_code')
    expect(await leads(id)).toEqual([])
  })

  it('of a program, to a code that has ended, or in another form is none', async () => {
    const [trap, ended] = [await made(), await made()]
    await bank.call(api.deactivateQr, { params: { id: String(ended.id) }, body: { version: 1 } })
    expect((await send(`/q/${trap.shortCode}/offer`, { ...client, website: 'x' })).statusCode).toBe(303)
    expect((await send(`/q/${ended.shortCode}/offer`, client)).statusCode).toBe(410)
    const json = { method: 'POST', url: `/q/${trap.shortCode}/offer`, payload: client } as const
    expect((await bank.app.inject(json)).statusCode).toBe(400)
    const long = await send(`/q/${trap.shortCode}/offer`, { ...client, lastName: 'я'.repeat(9_000) })
    expect([long.statusCode, long.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(long.body).toContain('слишком длинный текст')
    expect([...(await leads(trap.id)), ...(await leads(ended.id))]).toEqual([])
  })

  it('one address that sends without end is asked to wait', async () => {
    const { shortCode } = await made()
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await send(`/q/${shortCode}/offer`, {})).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the bank of a public page', () => {
  const figure = (code: string, value: string) =>
    sql`INSERT INTO parameter_value (parameter_id, valid_from, value, source, delivered)
      SELECT id, '2026-01-01', to_jsonb(${value}::text), 'Приказ', true FROM parameter WHERE code = ${code}`.execute(
      bank.db,
    )
  const offer = async (shortCode: string) => (await open(`/q/${shortCode}/offer`)).body

  it('is named by its card; what it has not given is not spoken of', async () => {
    const { shortCode } = await made()
    const page = await offer(shortCode)
    const { rows } = await sql<{ name: string; address: string }>`
      SELECT full_name AS name, legal_address ->> 'value' AS address FROM partner WHERE id = 1`.execute(
      bank.db,
    )
    expect(page).toContain(`<footer><p><b>${rows[0]?.name}</b></p><p>${rows[0]?.address}</p></footer>`)
    for (const absent of ['Лицензия', 'не указана', 'Политика', '<a ']) expect(page).not.toContain(absent)
  })

  it('tells its licence and its policy once it has them, as text that cannot run', async () => {
    const { shortCode } = await made()
    await figure('bank-license', '№ 1234 <img src=x>')
    await figure('bank-policy', 'https://bank.ru/policy?a="b')
    await expect.poll(() => offer(shortCode)).toContain('Лицензия Банка России № 1234 &#60;img src=x&#62;')
    const link = '<a href="https://bank.ru/policy?a=&#34;b" target="_blank" rel="noopener noreferrer">'
    await expect.poll(() => offer(shortCode)).toContain(`<p>${link}Политика обработки персональных данных`)
    expect(await offer(shortCode)).toContain(`на условиях ${link}`)
    expect((await open(`/q/${shortCode}/sent`)).body).toContain('№ 1234')
    await sql`UPDATE parameter_value SET withdrawn_at = now() WHERE valid_from = '2026-01-01'`.execute(
      bank.db,
    )
    await expect.poll(() => offer(shortCode)).not.toContain('Лицензия')
  })
})

describe('what is offered', () => {
  it('are the products of the partner behind the code, with rate and full cost; of others nothing', async () => {
    const { shortCode } = await made({ productCode: 'FAMILY_MORTGAGE' })
    const { body } = await open(`/q/${shortCode}/offer`)
    const offers = /<ul class="offers".*<\/ul>/.exec(body)?.[0] ?? ''
    expect(offers.match(/<li>/g)).toHaveLength(1)
    for (const words of ['Семейная ипотека', 'Ставка от 6,000\u00A0% годовых', 'до 30\u00A0лет'])
      expect(offers).toContain(words)
    expect(offers).toMatch(/Полная стоимость кредита: \d+,\d{3}\u00A0%/)
    expect(body).toContain('Оценивайте свои финансовые возможности и риски')
    // Whatever is behind another code is not here.
    expect(offers).not.toContain('Рефинансирование')
  })

  it('is counted from what is in force: sold no more, it is offered no more', async () => {
    const own = await testApp()
    await sellMortgages(own)
    const { shortCode } = await made({ productCode: 'REFINANCING' }, own)
    expect((await open(`/q/${shortCode}/offer`, phone, own)).body).toContain('class="offers"')
    await sql`UPDATE product_version SET in_force = daterange(lower(in_force), current_date - 1), version = version + 1
      WHERE qr_code = 'REFINANCING' AND in_force @> current_date`.execute(own.db)
    const after = (await open(`/q/${shortCode}/offer`, phone, own)).body
    expect(after).not.toContain('class="offers"')
    // Who has come may still leave a phone.
    expect(after).toContain('<form')
    await own.close()
  })
})

describe('without an application address', () => {
  it('a scan leads to a page that says whose offer it is, with nothing on it that could run', async () => {
    const own = await testApp()
    await sellMortgages(own)
    await sql`UPDATE partner SET short_name = '<img src=x onerror=alert(1)> & Ко' WHERE id = 2`.execute(
      own.db,
    )
    const { shortCode } = await made({}, own)
    const scanned = await open(`/q/${shortCode}`, phone, own)
    expect([scanned.statusCode, scanned.headers.location]).toEqual([302, `/q/${shortCode}/offer`])
    const page = await open(`/q/${shortCode}/offer`, phone, own)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>Ипотека</h1>')
    expect(page.body).not.toContain('<img')
    expect(page.body).toContain('&#38; Ко')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    const nonce = /nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(page.body).toContain(`<style nonce="${nonce}">`)
    // Reading the page is no scan.
    await own.app.close()
    const { rows } = await sql<{ scan_count: number }>`SELECT scan_count FROM qr_code`.execute(own.db)
    expect(rows).toEqual([{ scan_count: 1 }])
    await own.close()
  })

  it('one address that scans without end is asked to wait', async () => {
    const own = await testApp({ env: { QR_SCANS_PER_MINUTE: '3' } })
    await sellMortgages(own)
    const { shortCode } = await made({}, own)
    const statuses: number[] = []
    for (let i = 0; i < 5; i += 1) statuses.push((await open(`/q/${shortCode}`, phone, own)).statusCode)
    expect(statuses).toEqual([302, 302, 302, 429, 429])
    const page = await open(`/q/${shortCode}`, phone, own)
    expect(page.headers['retry-after']).toBe('60')
    expect(page.body).toContain('Слишком много обращений')
    await own.close()
  })
})
