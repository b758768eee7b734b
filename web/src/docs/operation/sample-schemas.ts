/** The schemas of `sample-document.ts`. */
import type { Schema } from '../openapi.ts'

export const consumerApp = '5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'

export const sampleSchemas: Readonly<Record<string, Schema>> = {
  NewAccount: {
    type: 'object',
    required: ['reg_apps', 'user'],
    additionalProperties: false,
    properties: {
      reg_apps: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'string', enum: [consumerApp] },
        description: 'The applications the client may use.',
      },
      user: {
        type: 'object',
        required: ['name', 'login_key'],
        description: 'The first user.',
        properties: {
          name: { type: 'string', minLength: 4, maxLength: 50, description: 'Unique in the installation.' },
          login_key: { type: 'string', minLength: 4, maxLength: 50, writeOnly: true },
          description: { anyOf: [{ type: 'string', maxLength: 100 }, { type: 'null' }] },
        },
      },
      title: { type: 'string', minLength: 4, maxLength: 50, description: 'Defaults to the account’s id.' },
      description: { type: 'string' },
    },
  },
  Account: {
    type: 'object',
    required: ['id', 'pid', 'title'],
    properties: {
      id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      pid: { type: 'integer', description: 'The dealer’s own account.' },
      title: { type: 'string' },
      link_app: { type: ['string', 'null'], description: 'Where the client registered by itself.' },
      reg_apps: { type: 'array', items: { type: 'string' } },
      ack: { type: 'integer', description: 'When it was activated; 0 before.' },
      type: {
        anyOf: [{ const: 10 }, { const: 20 }, { type: 'null' }],
        description: '10 is managed by the dealer.',
      },
      tariff_plans: { type: 'object', additionalProperties: { type: 'string', format: 'uuid' } },
      blocked: { type: 'boolean' },
      client_payment_lifecycle: {
        anyOf: [{ $ref: '#/components/schemas/PaymentLifecycle' }, { type: 'null' }],
        description: 'Billing automation.',
      },
      user: { $ref: '#/components/schemas/User', description: 'Only where the account was just created.' },
    },
  },
  PaymentLifecycle: {
    type: 'object',
    properties: {
      payment_expected_at: { type: ['integer', 'null'] },
      payment_notify_offset: { type: ['integer', 'null'], minimum: 0, maximum: 10 },
      block_offset: { type: ['integer', 'null'], minimum: 0, maximum: 10 },
      use_fleet_lifecycle: { type: 'boolean' },
    },
  },
  User: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      email: { type: ['string', 'null'] },
    },
  },
  Unit: {
    allOf: [
      { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      {
        type: 'object',
        properties: {
          ident: { type: 'string' },
          unit_storage: { type: 'integer', minimum: 10240, maximum: 204800, multipleOf: 10240 },
          links: { type: 'array', items: { $ref: '#/components/schemas/Unit' }, description: 'Units beside it.' },
        },
      },
    ],
  },
  Price: {
    type: 'object',
    required: ['quantity', 'currency', 'unit_amount', 'name'],
    properties: {
      quantity: { type: 'integer', minimum: 1 },
      currency: { type: 'string', pattern: '^[a-z]{3}$', examples: ['eur'] },
      unit_amount: { type: 'integer', minimum: 1, description: 'In the smallest unit of the currency.' },
      name: { type: 'string', examples: ['Tracking, March'] },
    },
  },
  Bill: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      status: { type: 'string', enum: ['open', 'complete', 'expired'] },
      url: { type: ['string', 'null'], format: 'uri', description: 'Where the client pays; null once not open.' },
    },
  },
  Json: {
    description: 'Any JSON value.',
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { $ref: '#/components/schemas/Json' } },
      { type: 'object', additionalProperties: { $ref: '#/components/schemas/Json' } },
    ],
  },
  Errors: {
    type: 'object',
    required: ['errors', 'request_id'],
    properties: {
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
        },
      },
      request_id: { type: 'string' },
    },
  },
}
