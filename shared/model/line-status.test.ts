import { describe, expect, it } from 'vitest';
import { lineStatusOf } from './line-status.ts';

describe('the status of a line', () => {
  it('is what it has, where that is usable, whatever is under way', () => {
    expect(lineStatusOf({ state: 'fresh', job: 'accepted', problem: null })).toBe('fresh');
    expect(lineStatusOf({ state: 'kept', job: 'failed', problem: 'too-long' })).toBe('kept');
  });

  it('is what is under way, before what hinders it and what it was', () => {
    expect(lineStatusOf({ state: 'stale', job: 'sent', problem: null })).toBe('in-flight');
    expect(lineStatusOf({ state: 'blocked', job: 'accepted', problem: 'too-long' })).toBe('in-flight');
    expect(lineStatusOf({ state: 'blocked', job: 'in-doubt', problem: 'no-voice' })).toBe('in-doubt');
  });

  it('tells a line that is too long from one that is blocked otherwise', () => {
    expect(lineStatusOf({ state: 'blocked', job: 'failed', problem: 'too-long' })).toBe('too-long');
    expect(lineStatusOf({ state: 'blocked', job: null, problem: 'three-roles' })).toBe('blocked');
    expect(lineStatusOf({ state: 'blocked', job: null, problem: null })).toBe('blocked');
  });

  it('is failed after a job that failed or was refused, and only then', () => {
    expect(lineStatusOf({ state: 'stale', job: 'failed', problem: null })).toBe('failed');
    expect(lineStatusOf({ state: 'unrendered', job: 'refused', problem: null })).toBe('failed');
    expect(lineStatusOf({ state: 'stale', job: 'done', problem: null })).toBe('stale');
    expect(lineStatusOf({ state: 'unrendered', job: 'resubmitted', problem: null })).toBe('unrendered');
    expect(lineStatusOf({ state: 'unrendered', job: null, problem: null })).toBe('unrendered');
  });
});
