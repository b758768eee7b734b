/** Example values of long answers: what trackers sent, and what subscription plans have. */
import { consumerApp } from '#kernel/applications.ts'

export const readOperations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'GET /units/:id/messages': {
    '': [
      {
        ident: '352093081452251',
        timestamp: 1790000000.5,
        'server.timestamp': 1790000001.127,
        'position.latitude': 55.7033,
        'position.longitude': 21.1443,
        'position.speed': 48,
        'engine.ignition.status': true,
      },
    ],
  },
  'GET /units/:id/telemetry': {
    '': {
      'position.speed': { ts: 1790000000.5, value: 48 },
      'engine.ignition.status': { ts: 1790000000.5, value: true },
    },
  },
  'GET /billing/plans/:app_id': {
    app_id: consumerApp,
    '': {
      free: {
        name: 'free',
        subscriptions: [],
        platforms: ['web', 'androidstore', 'iosstore'],
        subscr_types: [],
        data: {
          ...{ user: 1, unit: 5, geofence: 5, calculator: false, unit_notify_settings: false, triggers: 10 },
          ...{ unit_storage: 10240, config_send_notifications: false },
        },
      },
    },
  },
}
