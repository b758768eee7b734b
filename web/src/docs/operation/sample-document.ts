/** A document shaped like the installation's own, for tests and for looking at the page without a server. */
import type { OpenApiDocument, Response, Schema } from '../openapi.ts'
import { consumerApp, sampleSchemas } from './sample-schemas.ts'

const fleetApp = 'b901da51-ce00-4af2-b978-8d0fca8ae1ea'

const account = {
  id: 1042,
  pid: 1000,
  title: 'North depot',
  description: '',
  link_app: null,
  reg_apps: [fleetApp],
  ack: 0,
  type: 10,
  tariff_plans: { [fleetApp]: '0192f0c1-2a5b-7c3d-8e4f-5a6b7c8d9e0f' },
  blocked: false,
  client_payment_lifecycle: {
    payment_expected_at: null,
    payment_notify_offset: null,
    block_offset: null,
    use_fleet_lifecycle: false,
  },
}

const refusal = (description: string, code: string, message: string, field?: string): Response => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Errors' },
      example: { errors: [{ code, message, ...(field && { field }) }], request_id: 'req-1' },
    },
  },
})

const answer = (description: string, schema: Schema, example?: unknown): Response => ({
  description,
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

const commonRefusals = {
  '401': { $ref: '#/components/responses/Unauthorized' },
  '404': refusal('No such item', 'NOT_FOUND', 'This account does not exist.'),
}

const byId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The account.',
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
}

export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Waymark provider API',
    version: '0.1.0',
    description:
      'For service providers who run tracking for their clients.\n\nTimes are **unix seconds** unless a field says otherwise. ' +
      'Lists take `limit` and `cursor`; the next page is in the header `Link`.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'accounts', description: 'The clients of the dealer.' },
    { name: 'units', description: 'The records trackers connect to.' },
    { name: 'bills', description: 'Payment links for clients.', 'x-displayName': 'Client billing' },
  ],
  security: [{ accessToken: [] }],
  paths: {
    '/provider/accounts': {
      get: {
        tags: ['accounts'],
        summary: 'List accounts',
        operationId: 'listAccounts',
        parameters: [
          {
            name: 'app_id',
            in: 'query',
            description: 'Only accounts of this application.',
            schema: { type: 'string' },
          },
          {
            name: 'limit',
            in: 'query',
            description: 'Size of a page. Without it the list is complete.',
            schema: { type: 'integer', minimum: 1, maximum: 1000 },
          },
          { name: 'blocked', in: 'query', schema: { type: 'boolean' }, description: '`false` asks for the others.' },
        ],
        responses: {
          '200': {
            ...answer('The accounts, ordered by id.', {
              type: 'object',
              required: ['data'],
              properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Account' } } },
            }),
            headers: { 'X-Next-Cursor': { name: 'X-Next-Cursor', in: 'header', schema: { type: 'string' } } },
          },
          '401': commonRefusals['401'],
        },
      },
      post: {
        tags: ['accounts'],
        summary: 'Create an account its client will own',
        description:
          'Creates the account, its first user and the activation link in one step.\n\n' +
          '- The user is **inactive** until the client follows the link.\n- `login_key` is kept as a hash and never shown again.\n\n' +
          'See [errors](#provider/errors).',
        'x-waymark-access': 'full',
        'x-waymark-idempotent': true,
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Makes a repetition within 24 hours harmless.',
            schema: { type: 'string', maxLength: 255 },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/NewAccount' },
              example: {
                reg_apps: [consumerApp],
                user: { name: "depot's user", login_key: 'blue-harbour' },
                title: 'North depot',
              },
            },
          },
        },
        responses: {
          '201': answer('The new account with its user.', { $ref: '#/components/schemas/Account' }, account),
          '400': refusal(
            'The request is not right',
            'FAILED_VALIDATION',
            'user.name must be 4 to 50 characters long',
            'user.name',
          ),
          '401': commonRefusals['401'],
          '409': refusal('A user of this name exists', 'CONFLICT', 'The user name is taken.', 'user.name'),
          default: { description: 'Any other refusal.' },
        },
      },
    },
    '/provider/accounts/{id}/set-blocked': {
      parameters: [byId],
      patch: {
        tags: ['accounts'],
        summary: 'Block or unblock an account',
        description: 'Only an activated account can be blocked.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['blocked'],
                additionalProperties: false,
                properties: { blocked: { type: 'boolean', description: '`true` blocks, `false` unblocks.' } },
              },
            },
          },
        },
        responses: {
          '200': answer('The account.', { $ref: '#/components/schemas/Account' }, account),
          ...commonRefusals,
          '409': refusal('Not activated', 'CONFLICT', 'Only an activated account can be blocked.'),
        },
      },
    },
    '/provider/accounts/{id}': {
      parameters: [byId],
      delete: {
        tags: ['accounts'],
        summary: 'Delete an account',
        responses: { '200': answer('The id of the account.', { type: 'integer' }, 1042), ...commonRefusals },
      },
    },
    '/provider/units': {
      post: {
        tags: ['units'],
        summary: 'Create a unit',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'ident', 'hw_id', 'app_id', 'account_id'],
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 100 },
                  ident: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 64,
                    pattern: '^\\S+$',
                    description: 'What the tracker calls itself, usually its IMEI. Unique in the installation.',
                  },
                  hw_id: { type: 'integer', minimum: 1, description: 'The model, from the device catalogue.' },
                  app_id: { type: 'string', enum: [consumerApp, fleetApp] },
                  account_id: { type: 'integer', minimum: 1 },
                  description: { type: 'string', maxLength: 100 },
                },
              },
            },
          },
        },
        responses: { '201': answer('The unit.', { $ref: '#/components/schemas/Unit' }), '401': commonRefusals['401'] },
      },
    },
    '/provider/units/{id}/messages': {
      get: {
        tags: ['units'],
        summary: 'Read the newest messages',
        parameters: [
          { ...byId, description: 'The unit.', example: 77 },
          {
            name: 'count',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 10000, default: 100 },
            description: 'How many, at most.',
          },
          { name: 'reverse', in: 'query', schema: { type: 'boolean', default: false }, description: 'Newest first.' },
        ],
        responses: {
          '200': answer('The messages.', {
            type: 'object',
            properties: {
              data: {
                type: 'array',
                items: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Json' } },
              },
            },
          }),
          ...commonRefusals,
        },
      },
    },
    '/provider/users/{id}/appToken/{app_id}': {
      get: {
        tags: ['users'],
        summary: 'Issue a service token (alias)',
        deprecated: true,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'app_id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'token_type',
            in: 'query',
            schema: { anyOf: [{ const: 'service' }, { const: 'service_as_user' }], default: 'service' },
          },
        ],
        responses: { '200': { description: 'The token.' } },
      },
    },
    '/billing/cardpay-payments': {
      get: {
        tags: ['bills'],
        summary: 'List bills',
        parameters: [
          { name: 'app_id', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'from', in: 'query', required: true, schema: { type: 'integer' }, description: 'Unix seconds.' },
          {
            name: 'to',
            in: 'query',
            required: true,
            schema: { type: 'integer' },
            description: 'At most 31 days count.',
          },
        ],
        responses: {
          '200': answer('Bills by their id.', {
            type: 'object',
            patternProperties: { '^.*$': { $ref: '#/components/schemas/Bill' } },
          }),
        },
      },
      post: {
        tags: ['bills'],
        summary: 'Issue a bill',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['app_id', 'account_id', 'prices'],
                properties: {
                  app_id: { type: 'string' },
                  account_id: { type: 'integer' },
                  name: { type: 'string', maxLength: 200 },
                  prices: {
                    type: 'array',
                    minItems: 1,
                    maxItems: 100,
                    items: { $ref: '#/components/schemas/Price' },
                    description: 'All in one currency; together at least 50 cents.',
                  },
                },
              },
            },
          },
        },
        responses: { '201': answer('The open bill.', { $ref: '#/components/schemas/Bill' }) },
      },
    },
    '/client/hardware/devices': {
      get: {
        summary: 'Read the device catalogue',
        security: [],
        responses: { '200': answer('The models.', { type: 'object', properties: { data: { type: 'array' } } }) },
      },
    },
  },
  components: {
    securitySchemes: {
      accessToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-AccessToken',
        description: 'The dealer’s access token. `Authorization: Bearer` is accepted as well.',
      },
    },
    responses: {
      Unauthorized: refusal('The token is missing or not valid', 'INVALID_TOKEN', 'The token is not valid.'),
    },
    schemas: sampleSchemas,
  },
}
