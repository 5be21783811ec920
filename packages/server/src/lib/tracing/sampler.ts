import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SamplerChoice } from './traces-config.ts'

function rootOf({ name, ratio }: SamplerChoice): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  if (name.endsWith('always_on')) return new AlwaysOnSampler()
  return new TraceIdRatioBasedSampler(ratio)
}

/**
 * Which traces are kept. What goes on in the process follows its own root; a caller from outside only names the trace and
 * does not decide: a browser that says «keep» would otherwise switch the bank's share off. By one number of the trace
 * every process decides alike.
 */
export function samplerOf(choice: SamplerChoice): Sampler {
  const root = rootOf(choice)
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
}
