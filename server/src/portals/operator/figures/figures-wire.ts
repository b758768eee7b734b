import Type from 'typebox'
import { like, Nullable } from '#kernel/api/fields.ts'
import { GrowthShape } from '../../dashboard/figures-wire.ts'
import { type Forecast, forecastDays } from './figures.ts'
import type { PlatformFigures } from './figures-actions.ts'

const Count = Type.Integer()

const use = {
  accounts: like(Count, 42),
  units: like(Count, 310),
  active_units: Type.Integer({ example: 301, description: 'Reported within a day.' }),
  messages: Type.Integer({ example: 2400000, description: 'Stored at this time. Old messages are deleted.' }),
  bytes: Type.Integer({ example: 610000000, description: 'What these messages take.' }),
}

const ForecastShape = Nullable(
  Type.Object(
    {
      bytes_a_day: Type.Integer({ example: 5100000, description: 'On average, over the last 30 days.' }),
      bytes_later: Type.Integer({ example: 1070000000, description: `In ${forecastDays} days, at the same rate.` }),
      days: Type.Integer({ example: forecastDays }),
    },
    { description: 'Null until a week has been counted.', title: 'StorageForecast' },
  ),
)

export const PlatformFiguresShape = Type.Object(
  {
    clients: GrowthShape,
    units: GrowthShape,
    days: Type.Array(Type.Object({ day: Type.String({ example: '2026-11-17' }), ...use }), {
      description: 'All dealers together at the end of each UTC day, or now: 90 days, oldest first.',
    }),
    forecast: ForecastShape,
    dealers: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String({ example: 'North Tracking' }),
        ...use,
        forecast: ForecastShape,
      }),
      { description: 'The 100 with the most stored, the largest first.' },
    ),
    dealers_total: like(Count, 12),
  },
  { title: 'PlatformFigures' },
)

const forecastToWire = (forecast: Forecast | null) => forecast && { ...forecast, days: forecastDays }

export const platformFiguresToWire = ({ forecast, dealers, ...figures }: PlatformFigures) => ({
  ...figures,
  forecast: forecastToWire(forecast),
  dealers: dealers.map((dealer) => ({ ...dealer, forecast: forecastToWire(dealer.forecast) })),
})
