import { describe, expect, it } from 'vitest'
import type { ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import { layoutOf, neighbourOf } from './process-layout.ts'

const state = (code: string, phase: string): ProcessPicture['states'][number] => ({
  code,
  name: code,
  phase,
  final: false,
  pause: null,
  deadline: null,
  task: null,
  visits: 0,
  minutes: 0,
})
const way = (
  from: string,
  to: string,
  taken = 0,
  bySystem = false,
): ProcessPicture['transitions'][number] => ({
  from,
  to,
  action: `${from}-${to}-${bySystem}`,
  label: '',
  by: [],
  bySystem,
  guards: [],
  taken,
})
const process = {
  phases: [
    { code: 'A', name: 'Начало' },
    { code: 'B', name: 'Конец' },
  ],
  states: [state('one', 'A'), state('two', 'A'), state('three', 'A'), state('end', 'B')],
  transitions: [
    way('one', 'two', 1),
    way('one', 'end', 2),
    way('one', 'end', 1, true),
    way('end', 'one'),
    way('one', 'one'),
  ],
} as unknown as ProcessPicture

describe('the drawing of a process', () => {
  const { nodes, edges, width, height } = layoutOf(process)

  it('puts phases side by side and states of a phase under one another', () => {
    const at = (code: string) => nodes.find((node) => node.state.code === code)
    expect(at('two')?.x).toBe(at('one')?.x)
    expect(at('two')?.y ?? 0).toBeGreaterThan(at('one')?.y ?? 0)
    expect(at('end')?.x ?? 0).toBeGreaterThan(at('one')?.x ?? 0)
    expect(nodes.every(({ x, y }) => x < width && y < height)).toBe(true)
  })

  it('draws the ways between two states as one line with all their counts', () => {
    expect(edges.map(({ from, to, taken }) => [from, to, taken])).toEqual([
      ['one', 'two', 1],
      ['one', 'end', 3],
      ['end', 'one', 0],
    ])
    expect(edges.find(({ to }) => to === 'end')?.bySystem).toBe(false)
  })

  it('is walked by arrows', () => {
    expect(neighbourOf(nodes, 'one', 'ArrowDown')).toBe('two')
    expect(neighbourOf(nodes, 'three', 'ArrowRight')).toBe('end')
    expect(neighbourOf(nodes, 'end', 'ArrowLeft')).toBe('one')
    expect(neighbourOf(nodes, 'one', 'ArrowUp')).toBeNull()
    expect(neighbourOf(nodes, 'end', 'Enter')).toBeNull()
  })
})
