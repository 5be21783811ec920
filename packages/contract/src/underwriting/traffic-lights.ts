/** The worst that the checks of somebody say. */
export const trafficLights = {
  OK: 'Замечаний нет',
  WARN: 'Есть замечания',
  FAIL: 'Стоп',
  NONE: 'Нет ответа',
} as const
export type TrafficLight = keyof typeof trafficLights
