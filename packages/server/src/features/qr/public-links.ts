import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { publicPage, refusals } from './public-pages.ts'
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
}

type LinkRequest = FastifyRequest<{ Params: { shortCode: string } }>

function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  paragraphs: readonly string[],
  note = '',
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .send(publicPage(nonce, title, paragraphs, note))
}

const refuse = (reply: FastifyReply, reason: keyof typeof refusals): FastifyReply => {
  const { status, title, text } = refusals[reason]
  if (reason === 'tooMany') reply.header('retry-after', '60')
  return sendPage(reply, status, title, [text])
}

/** GET /q/{code}: counts the scan and leads on. GET /q/{code}/offer: the page it leads to unless configured otherwise. */
export function mountPublicLinks(app: FastifyInstance, options: PublicLinkOptions): void {
  const { db, clock, targetUrl } = options
  const scans = openScanBuffer(db, (error) => app.log.error({ err: error }, 'scans are not written yet'))
  const limit = app.createRateLimit({ max: options.scansPerMinute, timeWindow: '1 minute' })
  app.addHook('onClose', () => scans.flush())

  /** The code behind the address while it works; otherwise the page that says why not has been sent. */
  const targetOf = async (request: LinkRequest, reply: FastifyReply): Promise<QrTarget | null> => {
    const counted = await limit(request)
    const isFlood = !counted.isAllowed && counted.isExceeded
    const { shortCode } = request.params
    const target = !isFlood && isShortCode(shortCode) ? await findQrTarget(db, shortCode) : undefined
    if (isFlood) refuse(reply, 'tooMany')
    else if (target === undefined) refuse(reply, 'unknown')
    else if (stateOf(target, bankDay(clock)) !== 'ACTIVE') refuse(reply, 'ended')
    else return target
    return null
  }

  app.get('/q/:shortCode', async (request: LinkRequest, reply) => {
    const target = await targetOf(request, reply)
    if (target === null) return reply
    scans.add({ qrId: target.id, at: clock.now(), device: deviceOf(request.headers['user-agent']) })
    const own = `/q/${target.shortCode}/offer`
    return reply.redirect(targetUrl === null ? own : taggedUrl(targetUrl, target), 302)
  })

  app.get('/q/:shortCode/offer', async (request: LinkRequest, reply) => {
    const target = await targetOf(request, reply)
    if (target === null) return reply
    return sendPage(
      reply,
      200,
      target.productName,
      [
        `Предложение партнёра: ${target.partnerName}.`,
        'Чтобы подать заявку, обратитесь к специалисту, который показал вам этот код, или в отделение банка.',
      ],
      'Не является публичной офертой.',
    )
  })
}
