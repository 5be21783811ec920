import { z } from 'zod'

/** Which traces are kept. */
export interface SamplerChoice {
  readonly name: string
  /** Of a sampler by ratio: from 0 to 1. */
  readonly ratio: number
}

/** Where traces go and which; what the official exporter reads of the environment by itself is not here. */
export interface TracesPlace {
  readonly url: string
  readonly service: string
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerChoice
  readonly batches: {
    readonly scheduledDelayMillis: number
    readonly exportTimeoutMillis: number
    readonly maxQueueSize: number
    readonly maxExportBatchSize: number
  }
}

const isWeb = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
const address = z.string().refine(isWeb, 'нужен адрес вида https://host:4318').optional()
const count = (otherwise: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'нужно целое число больше нуля')
    .transform(Number)
    .default(otherwise)
const protocol = z
  .literal('http/json', 'поддерживается только http/json: его принимает порт 4318 сборщика')
  .optional()
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    // The only thing that it throws for: a percent sign that begins no letter.
    return false
  }
}
const pairs = /^(?:[\w.-]+=[^,=]*)(?:,[\w.-]+=[^,=]*)*$/

/** Standard variables of OpenTelemetry that the server understands. */
export const traceVariables = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'нужно true или false').default('false'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'нужно otlp или none').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_SERVICE_NAME: z.string().max(100, 'не длиннее 100 знаков').default('ipoteka-office'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .refine((text) => pairs.test(text) && isDecodable(text), 'нужны пары имя=значение через запятую')
    .transform((text) =>
      Object.fromEntries(
        text.split(',').map((pair): [string, string] => {
          const [name = '', value = ''] = pair.split('=')
          return [name, decodeURIComponent(value)]
        }),
      ),
    )
    .default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      'нужно always_on, always_off или traceidratio, можно с parentbased_ впереди',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= 1, 'нужна доля от 0 до 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: count(5_000),
  OTEL_BSP_EXPORT_TIMEOUT: count(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(512),
}
type Values = { [N in keyof typeof traceVariables]: z.output<(typeof traceVariables)[N]> }

/** Null: nobody has said where traces go, and nothing of them is loaded. */
export function tracesOf(value: Values): TracesPlace | null {
  const base = value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '')
  const url =
    value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`)
  const isOff = value.OTEL_SDK_DISABLED === 'true' || value.OTEL_TRACES_EXPORTER === 'none'
  if (url === undefined || isOff) return null
  const maxQueueSize = value.OTEL_BSP_MAX_QUEUE_SIZE
  return {
    url,
    service: value.OTEL_SERVICE_NAME,
    resource: value.OTEL_RESOURCE_ATTRIBUTES,
    sampler: { name: value.OTEL_TRACES_SAMPLER, ratio: value.OTEL_TRACES_SAMPLER_ARG },
    batches: {
      scheduledDelayMillis: value.OTEL_BSP_SCHEDULE_DELAY,
      exportTimeoutMillis: value.OTEL_BSP_EXPORT_TIMEOUT,
      maxQueueSize,
      maxExportBatchSize: Math.min(value.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, maxQueueSize),
    },
  }
}
