import { setImmediate } from 'node:timers/promises'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { type Schema, withMethods } from '@ipoteka-office/contract/common/schema.ts'
import type { Access, EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound, unauthorised } from './errors.ts'
import { bearerOf, type SessionCheck } from './session/session.ts'

type JsonObject = Record<string, unknown>

const toSchema = (schema: Schema, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(withMethods(schema), {
    io,
    unrepresentable: 'any',
  }) as JsonObject
  return rest
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): JsonObject[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    ...(rest.type === 'array' && { style: 'form', explode: false }),
    schema: rest,
  }))
}

function accessText(access: Access): string {
  if (access.kind === 'signedIn') return 'Доступ: любой вошедший сотрудник.'
  const { object, operations, bankOnly } = access
  const objects = typeof object === 'string' ? [object] : Object.values(object.objects)
  return `Доступ: ${objects.map((name) => `${name} (${operations.join(', ')})`).join(' или ')}${bankOnly ? ', только сотрудники банка' : ''}.`
}

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
})

function answersOf({ response, produces, method, reads }: EndpointSpec): JsonObject {
  const isWrite = method !== 'GET' && reads !== true
  const good =
    produces === 'file'
      ? { 200: { description: 'Файл', content: { 'application/octet-stream': {} } } }
      : produces === 'lines'
        ? { 200: { description: 'Строки JSON', content: { 'application/x-ndjson': {} } } }
        : response === undefined
          ? { 204: { description: 'Выполнено' } }
          : {
              200: {
                description: 'Ответ',
                content: { 'application/json': { schema: toSchema(response, 'output') } },
              },
            }
  return {
    ...good,
    400: errorAnswer('Неверные данные: поля и причины'),
    401: errorAnswer('Нет действующего токена'),
    403: errorAnswer('Нет прав'),
    404: errorAnswer('Нет такой записи или она не видна'),
    ...(isWrite && { 409: errorAnswer('Запись изменена другим или состояние не позволяет') }),
    429: errorAnswer('Слишком много запросов'),
    503: errorAnswer('Временно недоступно, повторите'),
  }
}

const keyHeader = {
  name: headers.idempotencyKey,
  in: 'header',
  required: false,
  description: 'Ключ повтора: повтор с тем же ключом отвечает то же, что первый запрос',
  schema: { type: 'string', maxLength: 255 },
}

const formOf = (maxBytes: number): JsonObject => ({
  required: true,
  description: `Форма с одним файлом, не больше ${Math.floor(maxBytes / 1_048_576)} МБ`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  },
})

/** The area of a call: the first word of its path. */
const areaOf = ({ path }: EndpointSpec): string => path.split('/')[1] ?? ''

function operationOf(endpoint: EndpointSpec): JsonObject {
  const { params, query, body, summary, access, idempotent, upload } = endpoint
  const optional = body !== undefined && withMethods(body).safeParse(undefined).success
  return {
    summary,
    description: accessText(access),
    tags: [areaOf(endpoint)],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(idempotent === true ? [keyHeader] : []),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: !optional,
        content: { 'application/json': { schema: toSchema(body, 'input') } },
      },
    }),
    ...(upload !== undefined && { requestBody: formOf(upload.maxBytes) }),
    responses: answersOf(endpoint),
  }
}

const describedAtOnce = 16

/** Describes these endpoints; between some and the next ones requests have their turn. */
async function pathsOf(endpoints: readonly EndpointSpec[]): Promise<Record<string, JsonObject>> {
  const paths: Record<string, JsonObject> = {}
  for (const [n, endpoint] of endpoints.entries()) {
    if (n % describedAtOnce === 0) await setImmediate()
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return paths
}

/** An OpenAPI 3.1 document without its paths. */
const emptyDocument = (): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Ипотека-офис',
    version: '1',
    description: 'Вызовы бэк-офиса. Нужен токен сервера входа.',
  },
  paths: {},
  components: {
    schemas: { ErrorBody: toSchema(ErrorBody, 'output') },
    securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  },
  security: [{ token: [] }],
})

/** Of the one style element that swagger-ui adds to its page. */
const docsStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
const docsPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  `style-src 'self' ${docsStyle}`,
  "script-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ')

const areaPath = '/api/docs/area'

/** The page shows one area at a time: it draws the whole document for half a minute. */
const areaChoices = (areas: readonly string[]) => [
  ...areas.map((area) => ({ name: area, url: `${areaPath}/${encodeURIComponent(area)}` })),
  { name: 'Все вызовы сразу (рисуется долго)', url: '/api/openapi.json' },
]

/**
 * /api/openapi.json and the browsable page /api/docs. Behind a door (in production) they want the token of somebody who
 * may work here: a list of all calls is a map for whoever looks for a hole. A start does not wait for what nobody may
 * ask for.
 */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly EndpointSpec[],
  door: { readonly session: SessionCheck } | null,
): Promise<void> {
  const document = emptyDocument()
  const areas = [...new Set(endpoints.map(areaOf))].toSorted()
  let described: Promise<void> | undefined
  const describe = async () => {
    document.paths = await pathsOf(endpoints)
  }
  await app.register(async (scope) => {
    if (door !== null)
      scope.addHook('onRequest', async (request) => {
        const token = bearerOf(request.headers.authorization)
        if (token === undefined) throw unauthorised()
        await door.session.authenticate(token)
      })
    scope.addHook('onRequest', () => (described ??= describe()))
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', docsPolicy)
    })
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      uiConfig: { docExpansion: 'list', urls: areaChoices(areas) },
      theme: { title: 'Ипотека-офис: вызовы' },
    })
    scope.get('/api/openapi.json', async () => document)
    scope.get(`${areaPath}/:area`, async (request) => {
      const { area } = request.params as { area: string }
      if (!areas.includes(area)) throw notFound()
      const inArea = ([path]: [string, unknown]) => path.split('/')[2] === area
      return { ...document, paths: Object.fromEntries(Object.entries(document.paths ?? {}).filter(inArea)) }
    })
  })
}
