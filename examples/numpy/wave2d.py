"""Waves in a shallow basin: the 2-D wave equation behind a wall with two slits, leapfrog in time.

A point source, four periods of 4 Hz, in a basin of 40 x 40 m with soft edges. Prints what arrives at a line of sensors.
"""

import numpy as np

N = 400  # grid points a side
DX = 0.1  # m
SPEED = 20.0  # m/s
DT = 0.5 * DX / SPEED  # s; the five-point scheme is stable up to 0.7
STEPS = 1600
FREQUENCY = 4.0  # Hz

u = np.zeros((N, N))  # height now
before = np.zeros((N, N))  # height one step earlier

# Soft edges: in the outer 40 points friction takes speed away, the more the further out.
depth = np.zeros(N)
depth[:40] = np.linspace(1.0, 0.0, 40) ** 2
depth[-40:] = depth[:40][::-1]
keep = 1.0 - 0.2 * np.maximum(depth[:, None], depth[None, :])[1:-1, 1:-1]

# A wall with two slits; a round rock behind it.
wall = np.zeros((N, N), dtype=bool)
wall[200:204] = True
wall[200:204, 160:170] = False
wall[200:204, 230:240] = False
row, column = np.ogrid[:N, :N]
rock = (row - 280) ** 2 + (column - 120) ** 2 < 15**2
solid = wall | rock

inner = (slice(1, -1), slice(1, -1))
courant = (SPEED * DT / DX) ** 2
sensors = np.zeros((STEPS, 9))
energy = []

for step in range(STEPS):
    lap = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[inner]
    before[inner] = u[inner] + keep * (u[inner] - before[inner]) + courant * lap
    u, before = before, u
    time = step * DT
    if time < 1.0:  # four periods of a plunger, fading in and out
        u[100, 200] = np.sin(2 * np.pi * FREQUENCY * time) * np.sin(np.pi * time) ** 2
    u[solid] = 0.0
    sensors[step] = u[330, 40:361:40]
    if step % 100 == 99:
        speed = (u - before) / DT
        slope = np.diff(u, axis=0)[:, :-1] ** 2 + np.diff(u, axis=1)[:-1] ** 2
        energy.append(0.5 * (speed**2).sum() * DX**2 + 0.5 * SPEED**2 * slope.sum())

loudest = np.abs(sensors).max(axis=0)
arrival = np.array([np.argmax(np.abs(sensors[:, i]) > 0.1 * loudest[i]) * DT for i in range(sensors.shape[1])])

print("sensor   arrival (s)   peak height")
for number in range(sensors.shape[1]):
    print(f"{number:6d}   {arrival[number]:11.4f}   {loudest[number]:.8f}")
print("energy every 100 steps:", " ".join(f"{e:.6e}" for e in energy))
print(f"root mean square height at the end: {np.sqrt((u**2).mean()):.10f}")
