import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { type QrLead, takeQrLead } from '#features/leads/qr-leads.service.ts'
import { publicProducts, sharedProgramme } from '#features/products/offered/partner-offer.service.ts'
import { type PublicOffer, publicOffers } from '#features/products/pricing/public-offers.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { answerOf } from '#http/error-handler.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type BankNotice, bankFoot, readBankNotice } from './bank-notice.ts'
import { offerForm } from './offer-form.ts'
import {
  leadOrigin,
  type OfferField,
  type OfferForm,
  type OfferRequest,
  readOfferForm,
} from './offer-request.rules.ts'
import { offerList } from './offer-list.ts'
import { type PublicPage, publicPage, refusals } from './public-pages.ts'
import { findQrTarget, type QrTarget } from './qr.repo.ts'
import { deviceOf, isShortCode, stateOf, taggedUrl } from './qr.rules.ts'
import { openScanBuffer } from './scan-buffer.ts'

/** What the public links need. */
export interface PublicLinkOptions {
  readonly db: Db
  readonly clock: BankClock
  /** Where an application begins; null: a page of our own that says whose offer it is. */
  readonly targetUrl: string | null
  /** Scans of one address in a minute: many phones of one operator may share it. */
  readonly scansPerMinute: number
  /** Moves the leads that clients leave. */
  readonly engine: Engine
}

/** Requests that one address may leave in a minute. */
const requestsPerMinute = 10
const formBytes = 8_192

/** The lead of a request: who and by whose code. */
const leadOf = (target: QrTarget, request: OfferRequest, programmeCode: string | null): QrLead => ({
  ...request,
  ...leadOrigin({ ...target, programmeCode }),
  qrCodeId: target.id,
  partnerId: target.partnerId,
  regionCode: target.regionCode,
  employeeId: target.employeeId,
  campaign: target.campaign,
})

type LinkRequest = FastifyRequest<{ Params: { shortCode: string } }>

function sendPage(reply: FastifyReply, status: number, page: PublicPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const formAction = page.form === undefined ? "'none'" : "'self'"
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .send(publicPage(nonce, page))
}

type Reason = keyof typeof refusals

const refuse = (reply: FastifyReply, reason: Reason): FastifyReply => {
  const { status, title, text } = refusals[reason]
  if (reason === 'tooMany') reply.header('retry-after', '60')
  return sendPage(reply, status, { title, paragraphs: [text] })
}

/** Whoever has pointed a phone at a code gets a page in words, whatever has failed. */
const reasonOf = (status: number): Reason => (status === 413 ? 'tooLong' : status < 500 ? 'unread' : 'broken')

const offerPage = (
  { shortCode, productName, partnerName }: QrTarget,
  { bank, offers }: { readonly bank: BankNotice; readonly offers: readonly PublicOffer[] },
  read?: { readonly form: OfferForm; readonly errors: Readonly<Partial<Record<OfferField, string>>> },
): PublicPage => ({
  title: productName,
  paragraphs: [
    `Предложение партнёра: ${partnerName}.`,
    'Оставьте телефон: специалист перезвонит, ответит на вопросы и поможет подать заявку.',
  ],
  offers: offerList(offers),
  form: offerForm(`/q/${shortCode}/offer`, partnerName, bank, read?.form, read?.errors),
  note:
    offers.length === 0
      ? 'Не является публичной офертой.'
      : 'Не является публичной офертой. Оценивайте свои финансовые возможности и риски.',
  foot: bankFoot(bank),
})

/**
 * GET /q/{code}: counts the scan and leads on. GET /q/{code}/offer: the page it leads to unless configured otherwise; POST
 * makes a lead of what the client has left there.
 */
export function mountPublicLinks(app: FastifyInstance, options: PublicLinkOptions): void {
  const { db, clock, targetUrl, engine } = options
  const scans = openScanBuffer(db, (error) => app.log.error({ err: error }, 'scans are not written yet'))
  const limit = app.createRateLimit({ max: options.scansPerMinute, timeWindow: '1 minute' })
  const requestLimit = app.createRateLimit({ max: requestsPerMinute, timeWindow: '1 minute' })
  app.addHook('onClose', () => scans.flush())
  const bankNotice = () => readBankNotice(db, engine.parameters, bankDay(clock))
  const shownOn = async ({ partnerId, regionCode, productCode }: QrTarget) => ({
    bank: await bankNotice(),
    offers: await publicOffers(engine, db, { partnerId, regionCode, qrCode: productCode }),
  })
  /** What the partner sells behind its code today. */
  const behind = (on: Db, { partnerId, productCode }: QrTarget) =>
    publicProducts(on, { day: bankDay(clock), partnerId, qrCode: productCode })
  const failed = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    refuse(reply, reasonOf(answerOf(error, request, reply).status))
  }

  /** The code behind the address while it works; otherwise the page that says why not has been sent. */
  const targetOf = async (
    request: LinkRequest,
    reply: FastifyReply,
    count = limit,
  ): Promise<QrTarget | null> => {
    const counted = await count(request)
    const isFlood = !counted.isAllowed && counted.isExceeded
    const { shortCode } = request.params
    const target = !isFlood && isShortCode(shortCode) ? await findQrTarget(db, shortCode) : undefined
    if (isFlood) refuse(reply, 'tooMany')
    else if (target === undefined) refuse(reply, 'unknown')
    else if (stateOf(target, bankDay(clock)) !== 'ACTIVE') refuse(reply, 'ended')
    else return target
    return null
  }

  app.get('/q/:shortCode', { errorHandler: failed }, async (request: LinkRequest, reply) => {
    const target = await targetOf(request, reply)
    if (target === null) return reply
    scans.add({ qrId: target.id, at: clock.now(), device: deviceOf(request.headers['user-agent']) })
    const own = `/q/${target.shortCode}/offer`
    return reply.redirect(targetUrl === null ? own : taggedUrl(targetUrl, target), 302)
  })

  app.get('/q/:shortCode/offer', { errorHandler: failed }, async (request: LinkRequest, reply) => {
    const target = await targetOf(request, reply)
    return target === null ? reply : sendPage(reply, 200, offerPage(target, await shownOn(target)))
  })

  app.get('/q/:shortCode/sent', { errorHandler: failed }, async (request: LinkRequest, reply) => {
    const target = await targetOf(request, reply)
    if (target === null) return reply
    const paragraphs = [`Специалист партнёра ${target.partnerName} свяжется с вами в рабочее время.`]
    return sendPage(reply, 200, {
      title: 'Заявка принята',
      paragraphs,
      foot: bankFoot(await bankNotice()),
    })
  })

  // Forms are read here alone: every other call takes JSON.
  app.register((scope, _, done) => {
    const parser = { parseAs: 'string', bodyLimit: formBytes } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', parser, (_request, body, read) =>
      read(null, body),
    )
    scope.post('/q/:shortCode/offer', { errorHandler: failed }, async (request: LinkRequest, reply) => {
      const target = await targetOf(request, reply, requestLimit)
      if (target === null) return reply
      const read = readOfferForm(typeof request.body === 'string' ? request.body : '')
      if ('errors' in read) return sendPage(reply, 400, offerPage(target, await shownOn(target), read))
      if (!read.isRobot)
        await db.transaction().execute(async (tx) => {
          const programme = sharedProgramme(await behind(tx, target))
          await takeQrLead(engine, tx, leadOf(target, read.request, programme))
        })
      // A program is told the same, so that it learns nothing.
      return reply.redirect(`/q/${target.shortCode}/sent`, 303)
    })
    done()
  })
}
