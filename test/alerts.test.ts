import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { openProcessMetrics } from '#metrics/open-process-metrics.ts'

const textOf = (path: string): string => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

const METRIC = /\b(?:longview|process|nodejs)_\w+/gu

/** Names in expressions that no process exports; what Prometheus derives from a histogram counts as that. */
const unknownNames = (expressions: string, exported: ReadonlySet<string>): string[] =>
  [...new Set(expressions.match(METRIC))].filter(
    (name) => !exported.has(name) && !exported.has(name.replace(/_(?:bucket|count|sum)$/u, '')),
  )

const alertsIn = (rules: string): string[] =>
  [...rules.matchAll(/- alert: (?<name>\w+)/gu)].map(([, name = '']) => name)

const withoutParagraph = (alerts: readonly string[], page: string): string[] =>
  alerts.filter((name) => !page.includes(`\n- **${name}**: `))

/** Alerts that no case of the rules' own tests expects to be raised. */
const neverRaised = (alerts: readonly string[], cases: string): string[] => {
  const raised = new Set(
    [...cases.matchAll(/alertname: (?<name>\w+)\n *exp_alerts:\n *- exp_labels/gu)].map(([, name = '']) => name),
  )
  return alerts.filter((name) => !raised.has(name))
}

test('alerts and the dashboard ask for metrics that exist, and each alert has its paragraph', async (t) => {
  const watched = openProcessMetrics({ version: '1', serves: true })
  t.after(() => watched.close())
  const exported = new Set((await watched.collect()).map(({ name }) => name))
  const rules = textOf('deploy/prometheus/alerts.yaml')
  const page = textOf('docs/operations.md')
  const alerts = alertsIn(rules)
  assert.ok(alerts.length >= 14)
  assert.deepEqual(unknownNames(rules, exported), [])
  assert.deepEqual(unknownNames(textOf('deploy/prometheus/alerts.test.yaml'), exported), [])
  assert.deepEqual(neverRaised(alerts, textOf('deploy/prometheus/alerts.test.yaml')), [])
  assert.deepEqual(unknownNames(textOf('deploy/grafana/longview.json'), exported), [])
  assert.deepEqual(withoutParagraph(alerts, page), [])
  assert.deepEqual(
    [...exported].filter((name) => name.startsWith('longview_') && !page.includes(`\`${name}\``)),
    [],
    'metrics without a line in docs/operations.md',
  )
  // Planted violations.
  assert.deepEqual(unknownNames('rate(longview_requests_total[5m]) > process_cpu_seconds_total', exported), [
    'longview_requests_total',
  ])
  assert.deepEqual(neverRaised(['A'], '{ eval_time: 1m, alertname: A, exp_alerts: [] }'), ['A'])
  assert.deepEqual(withoutParagraph(['LongviewDown', 'LongviewTired'], page), ['LongviewTired'])
})
